-- For lists of the objects that changed last.
CREATE INDEX CONCURRENTLY "Object_updatedAt_id_idx" ON "Object"("updatedAt", "id");
