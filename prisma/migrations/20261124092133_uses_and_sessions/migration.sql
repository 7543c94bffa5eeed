-- AlterTable
ALTER TABLE "application_secrets" ADD COLUMN     "last_used_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "applications" ADD COLUMN     "custom_data" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "last_used_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "oidc_records" ADD COLUMN     "device" TEXT,
ADD COLUMN     "encrypted_address" BYTEA,
ADD COLUMN     "last_active_at" TIMESTAMPTZ(3);


-- A merge patch (RFC 7396) changes an object.
ALTER TABLE "applications" ADD CONSTRAINT "applications_custom_data_object" CHECK (jsonb_typeof("custom_data") = 'object');

-- Stored events have the present form.
UPDATE "events" SET "data" = jsonb_set("data", '{application}', '{"customData": {}, "lastUsedAt": null}' || ("data" -> 'application'))
WHERE "subject_kind" = 'application' AND "data" ? 'application' AND NOT "data" -> 'application' ? 'customData';
