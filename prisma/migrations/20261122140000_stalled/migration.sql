-- Whether nothing becomes of an object without a change from outside.
ALTER TABLE "Object" ADD COLUMN "stalled" BOOLEAN NOT NULL DEFAULT false;

-- What reconciles leave for the next one.
ALTER TABLE "Object" ADD COLUMN "reconcilerState" JSONB NOT NULL DEFAULT '{}';
