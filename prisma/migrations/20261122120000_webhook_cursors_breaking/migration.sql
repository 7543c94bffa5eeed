-- Each webhook has a cursor in the event log: what it receives beyond the cursor was never tried. A process that sends to it holds a lease.
-- Breaking: earlier versions would send the same events.
ALTER TABLE "webhooks" ADD COLUMN "cursor" BIGINT, ADD COLUMN "due_at" TIMESTAMPTZ(3), ADD COLUMN "leased_until" TIMESTAMPTZ(3),
  ADD COLUMN "lease_token" TEXT;

-- Columns have the names of the fields.
ALTER TABLE "webhooks" RENAME COLUMN "beginnings" TO "generation";
ALTER TABLE "webhooks" RENAME COLUMN "rests_until" TO "paused_until";
ALTER TABLE "webhooks" RENAME COLUMN "hold_back_seconds" TO "ordering_timeout_seconds";
ALTER TABLE "webhooks" RENAME CONSTRAINT "webhooks_hold_back_seconds" TO "webhooks_ordering_timeout_seconds";

-- Webhooks that have something due, in that order.
CREATE INDEX "webhooks_due_idx" ON "webhooks"("due_at") WHERE "due_at" IS NOT NULL;

-- A webhook goes on before its first event that was never tried, and looks at once for deliveries that are due.
UPDATE "webhooks" AS w SET "due_at" = now(), "cursor" = coalesce(
  (SELECT min("position") - 1 FROM "webhook_batches" AS b WHERE b."webhook_id" = w."id"), (SELECT "position" FROM "webhook_cursor"))
WHERE "starts_after" IS NOT NULL;
UPDATE "webhooks" SET "due_at" = now() WHERE "starts_after" IS NULL;

-- A process of an earlier version that still runs finds nothing to do: no batch, no event beyond its cursor, no job.
DELETE FROM "webhook_batches";
UPDATE "webhook_cursor" SET "position" = 9223372036854775807;
DROP SCHEMA IF EXISTS "pgboss" CASCADE;
