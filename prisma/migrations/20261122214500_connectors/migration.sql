-- Connectors: services that send email and SMS. Their secrets are encrypted.
-- CreateTable
CREATE TABLE "connectors" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "driver" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "settings" JSONB NOT NULL,
    "secret_names" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "encrypted_secrets" BYTEA,
    "is_enabled" BOOLEAN NOT NULL DEFAULT false,
    "last_error" TEXT,
    "last_failed_at" TIMESTAMPTZ(3),
    "last_succeeded_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "connectors_pkey" PRIMARY KEY ("id")
);

-- One connector sends all messages of its kind.
CREATE UNIQUE INDEX "connectors_enabled_key" ON "connectors"("kind") WHERE "is_enabled" AND "kind" IN ('email', 'sms');
