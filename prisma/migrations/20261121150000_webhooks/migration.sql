-- CreateTable
CREATE TABLE "webhooks" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "is_enabled" BOOLEAN NOT NULL DEFAULT true,
    "disabled_reason" TEXT,
    "event_types" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "subject_kinds" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "organization_id" TEXT,
    "exclude_actor_ids" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "header_names" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "encrypted_headers" BYTEA,
    "selection" TEXT,
    "has_key_pair" BOOLEAN NOT NULL DEFAULT false,
    "hold_back_seconds" INTEGER NOT NULL DEFAULT 300,
    "starts_after" BIGINT,
    "failing_since" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "rests_until" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_secrets" (
    "id" TEXT NOT NULL,
    "webhook_id" TEXT NOT NULL,
    "scheme" TEXT NOT NULL,
    "encrypted_secret" BYTEA NOT NULL,
    "public_key" TEXT,
    "expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_secrets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_streams" (
    "webhook_id" TEXT NOT NULL,
    "subject_key" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "last_event_id" TEXT NOT NULL,
    "last_event_at" TIMESTAMPTZ(3) NOT NULL,
    "head" BIGINT,
    "held_until" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_streams_pkey" PRIMARY KEY ("webhook_id","subject_key")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" TEXT NOT NULL,
    "webhook_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "position" BIGINT NOT NULL,
    "subject_key" TEXT NOT NULL,
    "sequence" BIGINT,
    "previous_id" TEXT,
    "status" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "first_attempt_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "redelivery" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_attempts" (
    "delivery_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "request_headers" JSONB NOT NULL,
    "status" INTEGER,
    "failure" TEXT,
    "error" TEXT,
    "answer" TEXT,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("delivery_id","number")
);

-- CreateTable
CREATE TABLE "webhook_cursor" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "position" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "webhook_cursor_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhook_secrets_webhook_id_idx" ON "webhook_secrets"("webhook_id");

-- CreateIndex
CREATE INDEX "webhook_streams_last_event_at_idx" ON "webhook_streams"("last_event_at");

-- CreateIndex
CREATE INDEX "webhook_deliveries_webhook_id_created_at_id_idx" ON "webhook_deliveries"("webhook_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_webhook_id_subject_key_sequence_idx" ON "webhook_deliveries"("webhook_id", "subject_key", "sequence");

-- CreateIndex
CREATE INDEX "webhook_deliveries_webhook_id_finished_at_idx" ON "webhook_deliveries"("webhook_id", "finished_at");

-- CreateIndex
CREATE INDEX "webhook_deliveries_finished_at_idx" ON "webhook_deliveries"("finished_at");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_deliveries_event_id_webhook_id_key" ON "webhook_deliveries"("event_id", "webhook_id");

-- AddForeignKey
ALTER TABLE "webhook_secrets" ADD CONSTRAINT "webhook_secrets_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_streams" ADD CONSTRAINT "webhook_streams_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "webhook_deliveries"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- The one row whose lock makes processes take turns.
INSERT INTO "webhook_cursor" ("id", "position") VALUES (1, 0);
ALTER TABLE "webhook_cursor" ADD CONSTRAINT "webhook_cursor_is_one_row" CHECK ("id" = 1);

-- Why it is disabled is said exactly while it is.
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_disabled_reason" CHECK (
  ("is_enabled" AND "disabled_reason" IS NULL) OR (NOT "is_enabled" AND "disabled_reason" IN ('requested', 'gone', 'failing')));
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_hold_back_seconds" CHECK ("hold_back_seconds" BETWEEN 0 AND 86400);
ALTER TABLE "webhook_secrets" ADD CONSTRAINT "webhook_secrets_scheme" CHECK ("scheme" IN ('v1', 'v1a') AND ("scheme" = 'v1a') = ("public_key" IS NOT NULL));

-- What is pending is due some time, and nothing else is; what is finished says when.
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_status" CHECK (
  "status" IN ('waiting', 'pending', 'delivered', 'failed')
  AND ("status" = 'pending') = ("next_attempt_at" IS NOT NULL)
  AND ("status" IN ('delivered', 'failed')) = ("finished_at" IS NOT NULL));

-- What is due, by webhook: the only part of a table of many deliveries that the workers read.
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries"("webhook_id", "next_attempt_at") WHERE "status" = 'pending';
CREATE INDEX "webhook_streams_held_idx" ON "webhook_streams"("webhook_id", "held_until") WHERE "held_until" IS NOT NULL;
