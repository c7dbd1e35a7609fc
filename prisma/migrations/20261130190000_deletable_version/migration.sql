-- A resource that is as it was applied can be deleted on the condition that it still is, without another look at it.
ALTER TABLE "AppliedResource" ADD COLUMN "deletableVersion" TEXT;
