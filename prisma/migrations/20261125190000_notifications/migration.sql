-- The outbox of notification channels.
CREATE TABLE "Notification" (
  "id" BIGSERIAL NOT NULL,
  "channelId" BIGINT NOT NULL,
  "objectId" BIGINT NOT NULL,
  "topic" TEXT NOT NULL,
  "reason" TEXT NOT NULL,
  "notice" JSONB NOT NULL,
  "count" INTEGER NOT NULL DEFAULT 1,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "dueAt" TIMESTAMPTZ(3) NOT NULL,
  "message" TEXT,
  "sentAt" TIMESTAMPTZ(3),
  "droppedAt" TIMESTAMPTZ(3),

  CONSTRAINT "Notification_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "Notification" ADD CONSTRAINT "Notification_channelId_fkey"
  FOREIGN KEY ("channelId") REFERENCES "Object"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "Notification_channelId_objectId_id_idx" ON "Notification"("channelId", "objectId", "id");
CREATE INDEX "Notification_createdAt_idx" ON "Notification"("createdAt");
CREATE INDEX "Notification_pending_idx" ON "Notification"("channelId", "id")
  WHERE "sentAt" IS NULL AND "droppedAt" IS NULL;

-- Events that exist already count as noticed: nobody is notified of the past.
ALTER TABLE "ObjectEvent" ADD COLUMN "noticed" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "ObjectEvent" ALTER COLUMN "noticed" SET DEFAULT false;
