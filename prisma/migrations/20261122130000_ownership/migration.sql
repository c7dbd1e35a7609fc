ALTER TABLE "Object" ADD COLUMN "owned" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "Object" ADD COLUMN "expiresAt" TIMESTAMPTZ(3);

-- Objects that reconcilers keep for their own; several owners share one.
CREATE TABLE "Ownership" (
    "id" BIGSERIAL NOT NULL,
    "ownerId" BIGINT NOT NULL,
    "ownedId" BIGINT NOT NULL,
    "claim" TEXT,
    "parameters" JSONB,
    "field" TEXT,
    "gracePeriod" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "Ownership_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "Ownership_ownerId_ownedId_key" ON "Ownership"("ownerId", "ownedId");
CREATE UNIQUE INDEX "Ownership_ownedId_claim_key" ON "Ownership"("ownedId", "claim");

-- An owner goes after what it owns; what goes is owned no more.
ALTER TABLE "Ownership" ADD CONSTRAINT "Ownership_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "Object"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "Ownership" ADD CONSTRAINT "Ownership_ownedId_fkey" FOREIGN KEY ("ownedId") REFERENCES "Object"("id") ON DELETE CASCADE ON UPDATE CASCADE;
