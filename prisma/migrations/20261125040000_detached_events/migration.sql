-- The controller that recorded an event; null for those of QleetOS, whose controller follows from the kind.
ALTER TABLE "ObjectEvent" ADD COLUMN "reporter" TEXT;

-- Events without a stored object: it is gone, belongs to a module, or is not known yet. They share their ids with "ObjectEvent", so
-- that an event keeps its id when it gets or loses its object.
CREATE TABLE "DetachedEvent" (
  "id" BIGINT NOT NULL,
  "subjectId" BIGINT,
  "kind" TEXT,
  "name" TEXT,
  "projectId" BIGINT,
  "type" TEXT NOT NULL,
  "reason" TEXT NOT NULL,
  "note" TEXT NOT NULL,
  "fingerprint" TEXT NOT NULL,
  "count" INTEGER NOT NULL DEFAULT 1,
  "firstSeen" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "lastSeen" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "reporter" TEXT,

  CONSTRAINT "DetachedEvent_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "DetachedEvent_subjectId_lastSeen_idx" ON "DetachedEvent"("subjectId", "lastSeen");
CREATE INDEX "DetachedEvent_kind_name_idx" ON "DetachedEvent"("kind", "name");
CREATE INDEX "DetachedEvent_lastSeen_idx" ON "DetachedEvent"("lastSeen");
