-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN     "failure" TEXT,
ADD COLUMN     "http_status" INTEGER;

-- What failed. Successful deliveries of earlier versions, which are most rows, get no status: they would be rewritten while the platform
-- starts, and are removed after 30 days.
UPDATE "webhook_deliveries" SET "failure" = "log" -> -1 ->> 'failure', "http_status" = ("log" -> -1 ->> 'status')::int
WHERE "status" <> 'delivered' AND "last_attempt" IS NOT NULL;

-- CreateIndex
-- Few attempts fail, and few deliveries are repeated: these cost a delivery that succeeds nothing.
CREATE INDEX "webhook_deliveries_failure_idx" ON "webhook_deliveries"("failure", "id") WHERE "failure" IS NOT NULL;
CREATE INDEX "webhook_deliveries_http_status_idx" ON "webhook_deliveries"("http_status", "id") WHERE "failure" IS NOT NULL;
CREATE INDEX "webhook_deliveries_status_idx" ON "webhook_deliveries"("status", "id") WHERE "status" <> 'delivered';
CREATE INDEX "webhook_deliveries_redelivery_idx" ON "webhook_deliveries"("id") WHERE "redelivery" IS NOT NULL;
