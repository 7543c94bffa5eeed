-- AlterTable
ALTER TABLE "identity_providers" ADD COLUMN     "metadata_due_at" TIMESTAMPTZ(3);

-- SAML 2.0, whose providers are verified by their certificates: without one, nothing would be. Only they have metadata.
ALTER TABLE "identity_providers"
  DROP CONSTRAINT "identity_providers_protocol",
  DROP CONSTRAINT "identity_providers_enabled",
  ADD CONSTRAINT "identity_providers_protocol" CHECK ("protocol" IN ('oidc', 'oauth2', 'saml')),
  ADD CONSTRAINT "identity_providers_enabled" CHECK (
    NOT "is_enabled" OR CASE "protocol"
      WHEN 'saml' THEN coalesce(jsonb_array_length("settings" -> 'certificates'), 0) > 0
      ELSE "encrypted_secrets" IS NOT NULL
    END
  ),
  ADD CONSTRAINT "identity_providers_metadata" CHECK ("metadata_due_at" IS NULL OR "protocol" = 'saml');
