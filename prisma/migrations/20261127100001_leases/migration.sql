CREATE INDEX CONCURRENTLY "Object_leases_idx" ON "Object"("leaseExpiresAt") WHERE "leaseExpiresAt" IS NOT NULL;
