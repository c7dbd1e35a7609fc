-- How far edits of definitions and profiles have got that reach their instances in waves.
CREATE TABLE "DefinitionRollout" (
  "objectId" BIGINT NOT NULL,
  "generation" INTEGER NOT NULL,
  "state" TEXT NOT NULL,
  "progress" JSONB,
  "wave" INTEGER NOT NULL DEFAULT 0,
  "waves" INTEGER NOT NULL DEFAULT 0,
  "paused" BOOLEAN NOT NULL DEFAULT false,
  "cause" TEXT,
  "former" JSONB NOT NULL DEFAULT '{}',
  "startedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "endedAt" TIMESTAMPTZ(3),

  CONSTRAINT "DefinitionRollout_pkey" PRIMARY KEY ("objectId")
);

ALTER TABLE "DefinitionRollout" ADD CONSTRAINT "DefinitionRollout_objectId_fkey"
  FOREIGN KEY ("objectId") REFERENCES "Object"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Finds those that are not over.
CREATE INDEX "DefinitionRollout_open_idx" ON "DefinitionRollout"("objectId") WHERE "endedAt" IS NULL;
