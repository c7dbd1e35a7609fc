-- "Reference_toId_fromId_field_idx" is in its place.
DROP INDEX "Reference_toId_idx";
