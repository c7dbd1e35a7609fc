-- AlterTable
ALTER TABLE "Object" ADD COLUMN     "reconcilingUntil" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "Object_reconcilingUntil_idx" ON "Object"("reconcilingUntil");
