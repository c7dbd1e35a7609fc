ALTER TABLE "AbandonedResource" VALIDATE CONSTRAINT "AbandonedResource_one_address";
