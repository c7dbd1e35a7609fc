-- What objects have outside of clusters: written before the call that creates it, removed after it is gone.
CREATE TABLE "ExternalResource" (
    "id" BIGSERIAL NOT NULL,
    "objectId" BIGINT NOT NULL,
    "provider" TEXT NOT NULL,
    "account" TEXT NOT NULL,
    "region" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "externalId" TEXT,
    "tags" JSONB NOT NULL DEFAULT '{}',
    "order" INTEGER NOT NULL,
    "intendedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "createdAt" TIMESTAMPTZ(3),

    CONSTRAINT "ExternalResource_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "ExternalResource_provider_account_region_type_name_key" ON "ExternalResource"("provider", "account", "region", "type", "name");
CREATE INDEX "ExternalResource_objectId_order_idx" ON "ExternalResource"("objectId", "order");

ALTER TABLE "ExternalResource" ADD CONSTRAINT "ExternalResource_objectId_fkey" FOREIGN KEY ("objectId") REFERENCES "Object"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- One list of what forced deletions have left, wherever it is. The columns of clusters stay filled for the release before:
-- kind is the type of an external resource, and the others are empty.
ALTER TABLE "AbandonedResource" ADD COLUMN "provider" TEXT;
ALTER TABLE "AbandonedResource" ADD COLUMN "account" TEXT;
ALTER TABLE "AbandonedResource" ADD COLUMN "region" TEXT;
ALTER TABLE "AbandonedResource" ADD COLUMN "externalId" TEXT;
ALTER TABLE "AbandonedResource" ADD CONSTRAINT "AbandonedResource_one_address" CHECK (
    CASE WHEN "provider" IS NULL THEN num_nonnulls("account", "region", "externalId") = 0
    ELSE num_nonnulls("account", "region") = 2 AND "runtimeId" IS NULL END
) NOT VALID;
