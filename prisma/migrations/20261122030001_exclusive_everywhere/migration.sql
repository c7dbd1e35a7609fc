-- "Object_exclusive_key" is in its place.
DROP INDEX "Object_projectId_kind_exclusive_key";
