-- Finds the first owners of an object that has thousands.
CREATE INDEX CONCURRENTLY "Ownership_ownedId_id_idx" ON "Ownership"("ownedId", "id");
