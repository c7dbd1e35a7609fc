-- For the keys that are in use.
CREATE INDEX CONCURRENTLY "Object_sealingKeys_idx" ON "Object"("sealingKeys"(secrets)) WHERE secrets IS NOT NULL;
