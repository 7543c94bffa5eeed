-- One person for another: an administrator acts as a user, through an application that may impersonate.
ALTER TABLE "applications" ADD COLUMN     "impersonation_allowed" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "exchanges" ADD COLUMN     "impersonator_id" TEXT;
-- Partial: few rows have it.
CREATE INDEX "exchanges_impersonator_id_id_idx" ON "exchanges"("impersonator_id", "id") WHERE "impersonator_id" IS NOT NULL;

ALTER TABLE "oidc_records" ADD COLUMN     "impersonator_id" TEXT,
ADD COLUMN     "impersonator_session_epoch" INTEGER,
-- Without the session epoch, the suspension of the administrator would end nothing. Not valid: rows from before have
-- neither, and are not read for it.
ADD CONSTRAINT "oidc_records_impersonator" CHECK (("impersonator_id" IS NULL) = ("impersonator_session_epoch" IS NULL)) NOT VALID;

-- Partial: few rows have it.
CREATE INDEX "oidc_records_impersonator_id_idx" ON "oidc_records"("impersonator_id") WHERE "impersonator_id" IS NOT NULL;

CREATE TABLE "subject_tokens" (
    "id" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "user_id" TEXT NOT NULL,
    "administrator_id" TEXT NOT NULL,
    "user_session_epoch" INTEGER NOT NULL,
    "administrator_session_epoch" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "subject_tokens_pkey" PRIMARY KEY ("id"),
    -- No one acts as themself.
    CONSTRAINT "subject_tokens_other" CHECK ("user_id" <> "administrator_id")
);

CREATE INDEX "subject_tokens_user_id_idx" ON "subject_tokens"("user_id");
CREATE INDEX "subject_tokens_administrator_id_idx" ON "subject_tokens"("administrator_id");
CREATE INDEX "subject_tokens_expires_at_idx" ON "subject_tokens"("expires_at");

ALTER TABLE "subject_tokens" ADD CONSTRAINT "subject_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "subject_tokens" ADD CONSTRAINT "subject_tokens_administrator_id_fkey" FOREIGN KEY ("administrator_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
