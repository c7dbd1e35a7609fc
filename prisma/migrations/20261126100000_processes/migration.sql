-- Which servers and workers there are. Unlogged: after a crash of the database, they report themselves again.
CREATE UNLOGGED TABLE "Process" (
  "id" TEXT NOT NULL,
  "state" TEXT NOT NULL,
  "report" JSONB NOT NULL,
  "seenAt" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "Process_pkey" PRIMARY KEY ("id")
);
