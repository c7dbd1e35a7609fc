-- Who this control plane is, told from others that use the same clusters. It has one row.
CREATE TABLE "ControlPlane" (
    "only" BOOLEAN NOT NULL DEFAULT true,
    "id" TEXT NOT NULL,
    "lost" int8multirange NOT NULL DEFAULT '{}',

    CONSTRAINT "ControlPlane_pkey" PRIMARY KEY ("only"),
    CONSTRAINT "ControlPlane_only_check" CHECK ("only")
);

INSERT INTO "ControlPlane" ("id") VALUES (gen_random_uuid()::text);

-- Ids under which clusters know objects that were made again after a restore.
CREATE TABLE "FormerId" (
    "id" BIGINT NOT NULL,
    "objectId" BIGINT NOT NULL,

    CONSTRAINT "FormerId_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "FormerId_objectId_key" ON "FormerId"("objectId");

ALTER TABLE "FormerId" ADD CONSTRAINT "FormerId_objectId_fkey" FOREIGN KEY ("objectId") REFERENCES "Object"("id") ON DELETE CASCADE ON UPDATE CASCADE;
