-- CreateTable
CREATE TABLE "processes" (
    "id" TEXT NOT NULL,
    "key_ids" TEXT[],
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "processes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "processes_key_ids" CHECK (cardinality("key_ids") > 0) -- The first one encrypts.
);
