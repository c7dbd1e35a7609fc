-- contract: unused since 20261122120000_standard_terms
-- A new contract, made before the first release: tables, columns and operations get the terms of the field, and code from
-- before this migration refuses the database.
ALTER TYPE "ChangeOperation" RENAME VALUE 'WAKE' TO 'TRIGGER';
ALTER TABLE "Change" RENAME COLUMN "wakesReferrers" TO "triggersReferrers";
ALTER TABLE "Change" DROP COLUMN "xid";

ALTER TABLE "Object" RENAME COLUMN "wakes" TO "triggers";
ALTER TABLE "Object" RENAME COLUMN "reconcilingUntil" TO "leaseExpiresAt";
ALTER INDEX "Object_reconcilingUntil_idx" RENAME TO "Object_leaseExpiresAt_idx";

ALTER TABLE "Leftover" RENAME TO "AbandonedResource";
ALTER TABLE "AbandonedResource" RENAME COLUMN "leftAt" TO "abandonedAt";
ALTER TABLE "AbandonedResource" RENAME CONSTRAINT "Leftover_pkey" TO "AbandonedResource_pkey";
ALTER TABLE "AbandonedResource" RENAME CONSTRAINT "Leftover_runtimeId_fkey" TO "AbandonedResource_runtimeId_fkey";
ALTER INDEX "Leftover_runtimeId_idx" RENAME TO "AbandonedResource_runtimeId_idx";
ALTER SEQUENCE "Leftover_id_seq" RENAME TO "AbandonedResource_id_seq";

ALTER TABLE "ControlPlane" RENAME COLUMN "lost" TO "orphanedIds";
