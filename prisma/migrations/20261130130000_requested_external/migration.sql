-- A resource whose creation was requested may appear later than its entry is looked for, at whatever time that was recorded first.
ALTER TABLE "ExternalResource" ADD COLUMN "requestedAt" TIMESTAMPTZ(3);
