-- Logins of browsers. Both belong to a token by its hash: without a token that has it, they are worth nothing.
CREATE TABLE "Session" (
  "hash" TEXT NOT NULL,
  "tokenHash" TEXT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expiresAt" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "Session_pkey" PRIMARY KEY ("hash")
);

CREATE INDEX "Session_expiresAt_idx" ON "Session"("expiresAt");

CREATE TABLE "LoginCode" (
  "hash" TEXT NOT NULL,
  "tokenHash" TEXT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expiresAt" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "LoginCode_pkey" PRIMARY KEY ("hash")
);

CREATE INDEX "LoginCode_expiresAt_idx" ON "LoginCode"("expiresAt");
