-- Deliveries per hour, so that figures of a webhook over time read none.
CREATE TABLE "webhook_counts" (
    "webhook_id" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "outcome" INTEGER NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "webhook_counts_pkey" PRIMARY KEY ("webhook_id", "hour", "outcome")
);

-- CreateIndex
CREATE INDEX "webhook_counts_hour_idx" ON "webhook_counts"("hour");

-- AlterTable
ALTER TABLE "activity_count_head" ADD COLUMN "deliveries_until" TIMESTAMPTZ(3);
