-- Finds the events that notification channels have not seen.
CREATE INDEX CONCURRENTLY "ObjectEvent_noticed_idx" ON "ObjectEvent"("id") WHERE NOT "noticed";
