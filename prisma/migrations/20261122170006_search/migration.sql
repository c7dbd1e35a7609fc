-- Servers fill it: with each write, and in batches for the objects that there are.
CREATE TABLE "SearchDocument" (
    "objectId" BIGINT NOT NULL,
    "version" INTEGER NOT NULL,
    "words" tsvector NOT NULL,

    CONSTRAINT "SearchDocument_pkey" PRIMARY KEY ("objectId")
);

CREATE INDEX "SearchDocument_words_idx" ON "SearchDocument" USING GIN ("words");

ALTER TABLE "SearchDocument" ADD CONSTRAINT "SearchDocument_objectId_fkey" FOREIGN KEY ("objectId") REFERENCES "Object"("id") ON DELETE CASCADE ON UPDATE CASCADE;
