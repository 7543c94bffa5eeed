-- CreateTable
CREATE TABLE "messages" (
    "id" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "template" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "encrypted_parameters" BYTEA,
    "state" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "lease_token" TEXT,
    "connector_id" TEXT,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "messages_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "messages_channel" CHECK ("channel" IN ('email', 'sms')),
    CONSTRAINT "messages_state" CHECK ("state" IN ('pending', 'sent', 'failed', 'expired', 'withheld')),
    -- A pending message is found when it is due, and can be sent.
    CONSTRAINT "messages_due" CHECK (("state" = 'pending') = ("next_attempt_at" IS NOT NULL)),
    -- Codes and links are not kept for longer than they are needed.
    CONSTRAINT "messages_wiped" CHECK (("state" = 'pending') = ("encrypted_parameters" IS NOT NULL))
);

-- CreateIndex
CREATE INDEX "messages_created_at_idx" ON "messages"("created_at");

-- Messages that are due. Few are pending at a time.
CREATE INDEX "messages_due_idx" ON "messages"("next_attempt_at") WHERE "state" = 'pending';
