-- For label selectors.
CREATE INDEX CONCURRENTLY "Object_labels_idx" ON "Object" USING GIN ("labels" jsonb_path_ops);
