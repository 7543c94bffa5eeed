-- CreateTable
CREATE TABLE "network_limits" (
    "key" BYTEA NOT NULL,
    "count" INTEGER NOT NULL,
    "recipients" BYTEA[],
    "started_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "network_limits_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "network_limits_started_at_idx" ON "network_limits"("started_at");

