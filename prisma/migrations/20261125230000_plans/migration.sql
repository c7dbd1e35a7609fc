-- What mutations would do, so that exactly that can be done later.
CREATE TABLE "Plan" (
  "id" TEXT NOT NULL,
  "actor" TEXT NOT NULL,
  "request" TEXT NOT NULL,
  "effects" JSONB NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expiresAt" TIMESTAMPTZ(3) NOT NULL,
  "executedAt" TIMESTAMPTZ(3),
  "executor" TEXT,

  CONSTRAINT "Plan_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "Plan_expiresAt_idx" ON "Plan"("expiresAt");
CREATE INDEX "Plan_actor_createdAt_idx" ON "Plan"("actor", "createdAt");
