-- For the history of an object: changes of its spec are few among all of its changes.
CREATE INDEX CONCURRENTLY "Change_history_idx" ON "Change"("objectId", "seq") WHERE operation = 'CREATE' OR operation = 'UPDATE' AND "triggersReferrers";
