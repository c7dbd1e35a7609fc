-- What is not ready as it is desired is found without reading what is.
CREATE INDEX CONCURRENTLY "Object_kind_id_unready_idx" ON "Object"("kind", "id") WHERE NOT "ready" OR "observedGeneration" < "generation" OR "deletionRequestedAt" IS NOT NULL;
