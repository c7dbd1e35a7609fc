-- The three before contain what statements look for.
DROP INDEX "Object_nextReconcileAt_idx";
DROP INDEX "Object_leaseExpiresAt_idx";
DROP INDEX "Object_waitingForId_idx";
