-- AlterTable
ALTER TABLE "flows" ADD COLUMN     "device" TEXT,
ADD COLUMN     "encrypted_address" BYTEA,
ADD COLUMN     "locked_until" TIMESTAMPTZ(3),
-- A flow that has ended cannot be continued after a lock.
ADD CONSTRAINT "flows_locked" CHECK ("locked_until" IS NULL OR "state" = 'open');

-- For the list of refused attempts, which are few.
CREATE INDEX "flows_locked_idx" ON "flows" ("created_at", "id") WHERE "locked_until" IS NOT NULL;
