ALTER TABLE "Change" ADD COLUMN "metadata" JSONB;
