-- CreateTable
CREATE TABLE "factors" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "credential_id" TEXT,
    "public_key" BYTEA,
    "counter" BIGINT,
    "transports" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "aaguid" TEXT,
    "is_backed_up" BOOLEAN,
    "encrypted_secret" BYTEA,
    "last_step" INTEGER,
    "prefix" TEXT,
    "hash" TEXT,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "factors_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "factors_kind" CHECK ("kind" IN ('passkey', 'totp', 'backup-code')),
    -- Each kind has what it is verified with. A use compares counter and last step, which are never null then.
    CONSTRAINT "factors_passkey" CHECK (("kind" = 'passkey') = ("credential_id" IS NOT NULL)
        AND ("kind" = 'passkey') = ("public_key" IS NOT NULL) AND ("kind" = 'passkey') = ("counter" IS NOT NULL)),
    CONSTRAINT "factors_totp" CHECK (("kind" = 'totp') = ("encrypted_secret" IS NOT NULL)
        AND ("kind" = 'totp') = ("last_step" IS NOT NULL)),
    CONSTRAINT "factors_backup_code" CHECK (("kind" = 'backup-code') = ("prefix" IS NOT NULL)
        AND ("kind" = 'backup-code') = ("hash" IS NOT NULL)),
    CONSTRAINT "factors_used" CHECK ("used_at" IS NULL OR "kind" = 'backup-code')
);

-- CreateIndex
CREATE UNIQUE INDEX "factors_credential_id_key" ON "factors"("credential_id");

-- CreateIndex
CREATE UNIQUE INDEX "factors_user_id_prefix_key" ON "factors"("user_id", "prefix");

-- AddForeignKey
ALTER TABLE "factors" ADD CONSTRAINT "factors_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

