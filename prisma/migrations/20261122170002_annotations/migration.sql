-- Filled with the default without a rewrite of the table.
ALTER TABLE "Object" ADD COLUMN "annotations" JSONB NOT NULL DEFAULT '{}';
