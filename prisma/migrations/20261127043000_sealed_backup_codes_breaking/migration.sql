-- Hashes of backup codes are encrypted, so that they can be encrypted again with another SECRETS_KEY. The present ones
-- have a key that is derived from it, and cannot be converted. Breaking: the previous version needs the hash.
DELETE FROM "factors" WHERE "kind" = 'backup-code';

ALTER TABLE "factors" DROP CONSTRAINT "factors_totp";
ALTER TABLE "factors" DROP CONSTRAINT "factors_backup_code";
ALTER TABLE "factors" DROP COLUMN "hash";

-- Each kind has what it is verified with.
ALTER TABLE "factors" ADD CONSTRAINT "factors_encrypted_secret"
    CHECK (("kind" IN ('totp', 'backup-code')) = ("encrypted_secret" IS NOT NULL));
ALTER TABLE "factors" ADD CONSTRAINT "factors_totp" CHECK (("kind" = 'totp') = ("last_step" IS NOT NULL));
ALTER TABLE "factors" ADD CONSTRAINT "factors_backup_code" CHECK (("kind" = 'backup-code') = ("prefix" IS NOT NULL));
