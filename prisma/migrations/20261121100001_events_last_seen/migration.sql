-- Old events are found without reading all of them.
CREATE INDEX CONCURRENTLY "ObjectEvent_lastSeen_idx" ON "ObjectEvent"("lastSeen");
