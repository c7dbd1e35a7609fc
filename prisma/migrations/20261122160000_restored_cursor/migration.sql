ALTER TABLE "ControlPlane" ADD COLUMN "restoredThrough" BIGINT;

UPDATE "ControlPlane" SET "restoredThrough" = (SELECT position FROM "Lease" WHERE name = 'restored');

DELETE FROM "Lease" WHERE name = 'restored';
