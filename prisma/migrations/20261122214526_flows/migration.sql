-- CreateTable
CREATE TABLE "flows" (
    "id" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "application_id" TEXT,
    "user_id" TEXT,
    "inputs" BYTEA,
    "reference" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "version" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "touched_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "flows_pkey" PRIMARY KEY ("id"),
    -- What a person has entered is not stored for longer than it is needed.
    CONSTRAINT "flows_ended" CHECK (("state" = 'open') = ("ended_at" IS NULL) AND ("state" = 'open' OR "inputs" IS NULL))
);

-- CreateTable
CREATE TABLE "challenges" (
    "id" TEXT NOT NULL,
    "flow_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "tries_left" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "consumed_at" TIMESTAMPTZ(3),

    CONSTRAINT "challenges_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verifications" (
    "flow_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "verified_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "verifications_pkey" PRIMARY KEY ("flow_id","kind","subject")
);

-- CreateTable
CREATE TABLE "flow_entries" (
    "id" BIGSERIAL NOT NULL,
    "flow_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "step" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "reason" TEXT,

    CONSTRAINT "flow_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "devices" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "endings" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "devices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "attempt_limits" (
    "key" BYTEA NOT NULL,
    "attempts" INTEGER NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "locks" INTEGER NOT NULL DEFAULT 0,
    "locked_until" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "attempt_limits_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "message_limits" (
    "key" BYTEA NOT NULL,
    "sent_at" TIMESTAMPTZ(3)[],
    "limited_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "message_limits_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "sign_in_experiences" (
    "id" TEXT NOT NULL,
    "policy" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_experiences_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "flows_reference_key" ON "flows"("reference");

-- CreateIndex
CREATE INDEX "flows_user_id_created_at_idx" ON "flows"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "flows_created_at_idx" ON "flows"("created_at");

-- CreateIndex
CREATE INDEX "challenges_flow_id_idx" ON "challenges"("flow_id");

-- CreateIndex
CREATE INDEX "flow_entries_flow_id_id_idx" ON "flow_entries"("flow_id", "id");

-- CreateIndex
CREATE INDEX "devices_last_seen_at_idx" ON "devices"("last_seen_at");

-- CreateIndex
CREATE UNIQUE INDEX "devices_user_id_secret_hash_key" ON "devices"("user_id", "secret_hash");

-- CreateIndex
CREATE INDEX "attempt_limits_updated_at_idx" ON "attempt_limits"("updated_at");

-- CreateIndex
CREATE INDEX "message_limits_updated_at_idx" ON "message_limits"("updated_at");

-- AddForeignKey
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_flow_id_fkey" FOREIGN KEY ("flow_id") REFERENCES "flows"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "verifications" ADD CONSTRAINT "verifications_flow_id_fkey" FOREIGN KEY ("flow_id") REFERENCES "flows"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "flow_entries" ADD CONSTRAINT "flow_entries_flow_id_fkey" FOREIGN KEY ("flow_id") REFERENCES "flows"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "devices" ADD CONSTRAINT "devices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

