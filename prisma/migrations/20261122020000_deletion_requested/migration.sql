-- What is being deleted is found without reading what is not.
CREATE INDEX CONCURRENTLY "Object_kind_deletionRequested_idx" ON "Object"("kind") WHERE "deletionRequestedAt" IS NOT NULL;
