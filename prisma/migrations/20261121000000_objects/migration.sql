-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "ChangeOperation" AS ENUM ('CREATE', 'UPDATE', 'DELETE_REQUEST', 'DELETE', 'STATUS', 'WAKE');

-- CreateEnum
CREATE TYPE "ActorKind" AS ENUM ('ADMIN', 'WORKER');

-- CreateTable
CREATE TABLE "Object" (
    "id" BIGSERIAL NOT NULL,
    "projectId" BIGINT,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "labels" JSONB NOT NULL DEFAULT '{}',
    "spec" JSONB NOT NULL,
    "secrets" JSONB,
    "secretOutputs" JSONB,
    "status" JSONB NOT NULL,
    "exclusive" TEXT,
    "ready" BOOLEAN NOT NULL DEFAULT false,
    "generation" INTEGER NOT NULL DEFAULT 1,
    "version" INTEGER NOT NULL DEFAULT 1,
    "editedVersion" INTEGER NOT NULL DEFAULT 1,
    "observedGeneration" INTEGER NOT NULL DEFAULT 0,
    "epoch" INTEGER NOT NULL DEFAULT 0,
    "wakes" INTEGER NOT NULL DEFAULT 0,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "nextReconcileAt" TIMESTAMPTZ(3),
    "waitingForId" BIGINT,
    "deletionRequestedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Object_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Reference" (
    "fromId" BIGINT NOT NULL,
    "field" TEXT NOT NULL,
    "toId" BIGINT NOT NULL,

    CONSTRAINT "Reference_pkey" PRIMARY KEY ("fromId","field")
);

-- CreateTable
CREATE TABLE "Change" (
    "seq" BIGSERIAL NOT NULL,
    "xid" xid8 NOT NULL DEFAULT pg_current_xact_id(),
    "objectId" BIGINT NOT NULL,
    "projectId" BIGINT,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "operation" "ChangeOperation" NOT NULL,
    "generation" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "actor" TEXT NOT NULL,
    "reason" TEXT,
    "before" JSONB,
    "after" JSONB,
    "wakesReferrers" BOOLEAN NOT NULL DEFAULT false,
    "traceparent" TEXT,
    "time" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Change_pkey" PRIMARY KEY ("seq")
);

-- CreateTable
CREATE TABLE "AppliedResource" (
    "id" BIGSERIAL NOT NULL,
    "objectId" BIGINT NOT NULL,
    "runtimeId" BIGINT NOT NULL,
    "group" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "namespace" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "order" INTEGER NOT NULL,
    "uid" TEXT,
    "hash" TEXT,
    "resourceVersion" TEXT,
    "liveGeneration" INTEGER,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AppliedResource_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ObjectEvent" (
    "id" BIGSERIAL NOT NULL,
    "objectId" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 1,
    "firstSeen" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastSeen" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ObjectEvent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Token" (
    "id" BIGSERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "actor" "ActorKind" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3),

    CONSTRAINT "Token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Lease" (
    "name" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "position" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "Lease_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "Object_kind_id_idx" ON "Object"("kind", "id");

-- CreateIndex
CREATE INDEX "Object_nextReconcileAt_idx" ON "Object"("nextReconcileAt");

-- CreateIndex
CREATE INDEX "Object_waitingForId_idx" ON "Object"("waitingForId");

-- CreateIndex
-- Global kinds have no project, and their names are unique all the same.
CREATE UNIQUE INDEX "Object_projectId_kind_name_key" ON "Object"("projectId", "kind", "name") NULLS NOT DISTINCT;

-- CreateIndex
CREATE UNIQUE INDEX "Object_projectId_kind_exclusive_key" ON "Object"("projectId", "kind", "exclusive");

-- CreateIndex
CREATE INDEX "Reference_toId_idx" ON "Reference"("toId");

-- CreateIndex
CREATE INDEX "Change_objectId_seq_idx" ON "Change"("objectId", "seq");

-- CreateIndex
CREATE INDEX "AppliedResource_objectId_order_idx" ON "AppliedResource"("objectId", "order");

-- CreateIndex
CREATE UNIQUE INDEX "AppliedResource_runtimeId_group_kind_namespace_name_key" ON "AppliedResource"("runtimeId", "group", "kind", "namespace", "name");

-- CreateIndex
CREATE INDEX "ObjectEvent_objectId_lastSeen_idx" ON "ObjectEvent"("objectId", "lastSeen");

-- CreateIndex
CREATE UNIQUE INDEX "ObjectEvent_objectId_fingerprint_key" ON "ObjectEvent"("objectId", "fingerprint");

-- CreateIndex
CREATE UNIQUE INDEX "Token_name_key" ON "Token"("name");

-- CreateIndex
CREATE UNIQUE INDEX "Token_hash_key" ON "Token"("hash");

-- AddForeignKey
ALTER TABLE "Object" ADD CONSTRAINT "Object_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Object"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Reference" ADD CONSTRAINT "Reference_fromId_fkey" FOREIGN KEY ("fromId") REFERENCES "Object"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Reference" ADD CONSTRAINT "Reference_toId_fkey" FOREIGN KEY ("toId") REFERENCES "Object"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AppliedResource" ADD CONSTRAINT "AppliedResource_objectId_fkey" FOREIGN KEY ("objectId") REFERENCES "Object"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AppliedResource" ADD CONSTRAINT "AppliedResource_runtimeId_fkey" FOREIGN KEY ("runtimeId") REFERENCES "Object"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ObjectEvent" ADD CONSTRAINT "ObjectEvent_objectId_fkey" FOREIGN KEY ("objectId") REFERENCES "Object"("id") ON DELETE CASCADE ON UPDATE CASCADE;

