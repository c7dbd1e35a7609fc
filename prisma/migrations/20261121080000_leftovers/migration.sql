-- Somebody would rather have the object gone than wait for its cluster.
ALTER TABLE "Object" ADD COLUMN "deletionForced" BOOLEAN NOT NULL DEFAULT false;

-- What such objects have left in clusters.
CREATE TABLE "Leftover" (
    "id" BIGSERIAL NOT NULL,
    "runtimeId" BIGINT,
    "runtimeName" TEXT NOT NULL,
    "objectId" BIGINT NOT NULL,
    "objectKind" TEXT NOT NULL,
    "objectName" TEXT NOT NULL,
    "group" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "namespace" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "order" INTEGER NOT NULL,
    "uid" TEXT,
    "leftAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Leftover_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "Leftover_runtimeId_idx" ON "Leftover"("runtimeId");

ALTER TABLE "Leftover" ADD CONSTRAINT "Leftover_runtimeId_fkey" FOREIGN KEY ("runtimeId") REFERENCES "Object"("id") ON DELETE SET NULL ON UPDATE CASCADE;
