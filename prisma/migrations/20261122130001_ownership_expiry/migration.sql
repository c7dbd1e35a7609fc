CREATE INDEX CONCURRENTLY "Object_expiresAt_idx" ON "Object"("expiresAt") WHERE "expiresAt" IS NOT NULL;
