-- Without the objects that are not due: each change of an object writes an entry into each index that it belongs to.
CREATE INDEX CONCURRENTLY "Object_due_idx" ON "Object"("nextReconcileAt") WHERE "nextReconcileAt" IS NOT NULL;
