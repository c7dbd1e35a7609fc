-- Few objects are exclusive, and an index of all that are not is chosen where the one of names should be.
CREATE UNIQUE INDEX CONCURRENTLY "Object_exclusive_key" ON "Object"("projectId", "kind", "exclusive") WHERE "exclusive" IS NOT NULL;
