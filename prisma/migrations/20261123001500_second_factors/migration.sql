-- Verifications end with the sessions of the account.
ALTER TABLE "verifications" ADD COLUMN "endings" INTEGER;

-- Browsers in which a user skips the second factor.
ALTER TABLE "devices" ADD COLUMN "trusted_until" TIMESTAMPTZ(3);
