-- For the keys that are in use.
CREATE INDEX CONCURRENTLY "Change_sealingKeys_idx" ON "Change"("sealingKeys"(secrets)) WHERE secrets IS NOT NULL;
