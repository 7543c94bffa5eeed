-- Events that were fanned out to a webhook wait here until they are told: a delivery is written once, with what came of it, instead of when
-- it comes to be and again when it is made.
CREATE TABLE "webhook_batches" (
    "webhook_id" TEXT NOT NULL,
    "position" BIGINT NOT NULL,
    "positions" BIGINT[] NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "webhook_batches_pkey" PRIMARY KEY ("webhook_id", "position"),
    CONSTRAINT "webhook_batches_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
