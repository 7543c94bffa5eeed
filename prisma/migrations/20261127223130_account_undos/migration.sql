-- CreateTable
CREATE TABLE "account_undos" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "encrypted_before" BYTEA,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "account_undos_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "account_undos_user_id_idx" ON "account_undos"("user_id");

-- CreateIndex
CREATE INDEX "account_undos_expires_at_idx" ON "account_undos"("expires_at");

-- AddForeignKey
ALTER TABLE "account_undos" ADD CONSTRAINT "account_undos_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

