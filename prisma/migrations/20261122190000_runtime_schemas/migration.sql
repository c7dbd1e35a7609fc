-- The schemas of custom resources that clusters serve, against which manifests are checked at submit.
CREATE TABLE "RuntimeSchema" (
    "runtimeId" BIGINT NOT NULL,
    "apiVersion" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "kinds" JSONB NOT NULL,

    CONSTRAINT "RuntimeSchema_pkey" PRIMARY KEY ("runtimeId","apiVersion")
);
ALTER TABLE "RuntimeSchema" ADD CONSTRAINT "RuntimeSchema_runtimeId_fkey" FOREIGN KEY ("runtimeId") REFERENCES "Object"("id") ON DELETE CASCADE ON UPDATE CASCADE;
