-- Nothing has written this table. A row is one linking, of which those that have ended stay: a subject is linked once.
DROP INDEX "user_identities_identity_provider_id_subject_key";

-- AlterTable
ALTER TABLE "challenges" ADD COLUMN     "answer" BYTEA,
ADD COLUMN     "sealed" BYTEA;

-- AlterTable
ALTER TABLE "user_identities" ADD COLUMN     "last_used_at" TIMESTAMPTZ(3),
ADD COLUMN     "name" TEXT,
ADD COLUMN     "unlinked_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "identity_providers" (
    "id" TEXT NOT NULL,
    "name" TEXT COLLATE "und-x-icu" NOT NULL,
    "preset" TEXT NOT NULL,
    "protocol" TEXT NOT NULL,
    "settings" JSONB NOT NULL,
    "secret_names" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "encrypted_secrets" BYTEA,
    "claims" JSONB NOT NULL,
    "address_trust" TEXT NOT NULL,
    "linking" TEXT NOT NULL,
    "creates_accounts" BOOLEAN NOT NULL DEFAULT true,
    "level2_values" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "is_required" BOOLEAN NOT NULL DEFAULT false,
    "is_shown" BOOLEAN NOT NULL DEFAULT true,
    "is_enabled" BOOLEAN NOT NULL DEFAULT false,
    "last_error" TEXT,
    "last_failed_at" TIMESTAMPTZ(3),
    "last_succeeded_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "identity_providers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "identity_provider_domains" (
    "domain" TEXT COLLATE "C" NOT NULL,
    "identity_provider_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "identity_provider_domains_pkey" PRIMARY KEY ("domain")
);

-- CreateTable
CREATE TABLE "identity_provider_organizations" (
    "identity_provider_id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "identity_provider_organizations_pkey" PRIMARY KEY ("identity_provider_id","organization_id")
);

-- CreateTable
CREATE TABLE "identity_provider_organization_roles" (
    "identity_provider_id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "organization_role_id" TEXT NOT NULL,

    CONSTRAINT "identity_provider_organization_roles_pkey" PRIMARY KEY ("identity_provider_id","organization_id","organization_role_id")
);

-- CreateTable
CREATE TABLE "identity_provider_trials" (
    "id" TEXT NOT NULL,
    "identity_provider_id" TEXT NOT NULL,
    "provider_version" INTEGER NOT NULL,
    "user_id" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "result" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "identity_provider_trials_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "identity_provider_domains_identity_provider_id_domain_idx" ON "identity_provider_domains"("identity_provider_id", "domain");

-- CreateIndex
CREATE INDEX "identity_provider_organizations_organization_id_identity_pr_idx" ON "identity_provider_organizations"("organization_id", "identity_provider_id");

-- CreateIndex
CREATE INDEX "identity_provider_organization_roles_organization_role_id_o_idx" ON "identity_provider_organization_roles"("organization_role_id", "organization_id", "identity_provider_id");

-- CreateIndex
CREATE INDEX "identity_provider_trials_identity_provider_id_idx" ON "identity_provider_trials"("identity_provider_id");

-- CreateIndex
CREATE INDEX "identity_provider_trials_user_id_idx" ON "identity_provider_trials"("user_id");

-- CreateIndex
CREATE INDEX "identity_provider_trials_expires_at_idx" ON "identity_provider_trials"("expires_at");

CREATE UNIQUE INDEX "user_identities_linked_key" ON "user_identities"("identity_provider_id", "subject") WHERE "unlinked_at" IS NULL;

-- CreateIndex
CREATE INDEX "user_identities_identity_provider_id_id_idx" ON "user_identities"("identity_provider_id", "id");

-- AddForeignKey
ALTER TABLE "user_identities" ADD CONSTRAINT "user_identities_identity_provider_id_fkey" FOREIGN KEY ("identity_provider_id") REFERENCES "identity_providers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identity_provider_domains" ADD CONSTRAINT "identity_provider_domains_identity_provider_id_fkey" FOREIGN KEY ("identity_provider_id") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identity_provider_organizations" ADD CONSTRAINT "identity_provider_organizations_identity_provider_id_fkey" FOREIGN KEY ("identity_provider_id") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identity_provider_organizations" ADD CONSTRAINT "identity_provider_organizations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identity_provider_organization_roles" ADD CONSTRAINT "identity_provider_organization_roles_identity_provider_id__fkey" FOREIGN KEY ("identity_provider_id", "organization_id") REFERENCES "identity_provider_organizations"("identity_provider_id", "organization_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identity_provider_trials" ADD CONSTRAINT "identity_provider_trials_identity_provider_id_fkey" FOREIGN KEY ("identity_provider_id") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identity_provider_trials" ADD CONSTRAINT "identity_provider_trials_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Lists of values that the platform decides by.
ALTER TABLE "identity_providers"
  ADD CONSTRAINT "identity_providers_protocol" CHECK ("protocol" IN ('oidc', 'oauth2')),
  ADD CONSTRAINT "identity_providers_address_trust" CHECK ("address_trust" IN ('never', 'claim', 'domains')),
  ADD CONSTRAINT "identity_providers_linking" CHECK ("linking" IN ('ask', 'automatic', 'never')),
  -- What is read of them is by name.
  ADD CONSTRAINT "identity_providers_claims_object" CHECK (jsonb_typeof("claims") = 'object'),
  ADD CONSTRAINT "identity_providers_settings_object" CHECK (jsonb_typeof("settings") = 'object'),
  -- Without its secret, nobody could sign in with it.
  ADD CONSTRAINT "identity_providers_enabled" CHECK (NOT "is_enabled" OR "encrypted_secrets" IS NOT NULL);
