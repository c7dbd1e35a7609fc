CREATE TABLE "TerraformRun" (
  "objectId" BIGINT NOT NULL,
  "id" TEXT NOT NULL,
  "inputs" TEXT NOT NULL,
  "startedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expiresAt" TIMESTAMPTZ(3) NOT NULL,
  "finishedAt" TIMESTAMPTZ(3),
  "progress" TEXT NOT NULL DEFAULT '',
  "result" TEXT,

  CONSTRAINT "TerraformRun_pkey" PRIMARY KEY ("objectId"),
  CONSTRAINT "TerraformRun_objectId_fkey" FOREIGN KEY ("objectId") REFERENCES "Object"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "TerraformState" (
  "id" BIGSERIAL NOT NULL,
  "objectId" BIGINT NOT NULL,
  "runId" TEXT NOT NULL,
  "state" TEXT NOT NULL,
  "refused" BOOLEAN NOT NULL DEFAULT false,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

  CONSTRAINT "TerraformState_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "TerraformState_objectId_fkey" FOREIGN KEY ("objectId") REFERENCES "Object"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "TerraformState_objectId_runId_key" ON "TerraformState"("objectId", "runId");
