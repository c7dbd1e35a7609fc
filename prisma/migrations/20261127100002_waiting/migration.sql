CREATE INDEX CONCURRENTLY "Object_waiting_idx" ON "Object"("waitingForId") WHERE "waitingForId" IS NOT NULL;
