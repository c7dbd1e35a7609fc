-- A removal that waits for somebody: what would go, the token that stands for exactly that, until when it holds.
ALTER TABLE "Object" ADD COLUMN "confirmation" JSONB;
