-- Pages of those that refer to an object begin where the page before has ended.
CREATE INDEX CONCURRENTLY "Reference_toId_fromId_field_idx" ON "Reference"("toId", "fromId", "field");
