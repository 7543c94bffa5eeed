-- CreateEnum
CREATE TYPE "ApplicationType" AS ENUM ('MACHINE_TO_MACHINE', 'TRADITIONAL_WEB', 'SINGLE_PAGE', 'NATIVE');

-- CreateEnum
CREATE TYPE "InvitationStatus" AS ENUM ('PENDING', 'ACCEPTED', 'EXPIRED', 'REVOKED');

-- CreateTable
CREATE TABLE "users" (
    "id" TEXT NOT NULL,
    "username" TEXT,
    "email" TEXT,
    "email_verified_at" TIMESTAMPTZ(3),
    "phone" TEXT,
    "phone_verified_at" TIMESTAMPTZ(3),
    "password_hash" TEXT,
    "name" TEXT,
    "avatar" TEXT,
    "profile" JSONB NOT NULL DEFAULT '{}',
    "custom_data" JSONB NOT NULL DEFAULT '{}',
    "suspended_at" TIMESTAMPTZ(3),
    "last_sign_in_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_identities" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "connector" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "details" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_identities_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "roles" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "roles_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "role_scopes" (
    "role_id" TEXT NOT NULL,
    "scope_id" TEXT NOT NULL,

    CONSTRAINT "role_scopes_pkey" PRIMARY KEY ("role_id","scope_id")
);

-- CreateTable
CREATE TABLE "user_roles" (
    "user_id" TEXT NOT NULL,
    "role_id" TEXT NOT NULL,

    CONSTRAINT "user_roles_pkey" PRIMARY KEY ("user_id","role_id")
);

-- CreateTable
CREATE TABLE "application_roles" (
    "application_id" TEXT NOT NULL,
    "role_id" TEXT NOT NULL,

    CONSTRAINT "application_roles_pkey" PRIMARY KEY ("application_id","role_id")
);

-- CreateTable
CREATE TABLE "api_resources" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "indicator" TEXT NOT NULL,
    "access_token_ttl" INTEGER NOT NULL DEFAULT 3600,
    "is_built_in" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "api_resources_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scopes" (
    "id" TEXT NOT NULL,
    "resource_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "scopes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "applications" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "type" "ApplicationType" NOT NULL,
    "is_third_party" BOOLEAN NOT NULL DEFAULT false,
    "token_exchange_allowed" BOOLEAN NOT NULL DEFAULT false,
    "pkce_required" BOOLEAN NOT NULL DEFAULT true,
    "redirect_uris" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "post_logout_redirect_uris" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "cors_origins" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "jwks" JSONB,
    "suspended_at" TIMESTAMPTZ(3),
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "applications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "application_secrets" (
    "id" TEXT NOT NULL,
    "application_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "prefix" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "application_secrets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "organizations" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "custom_data" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "organization_roles" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "organization_roles_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "organization_scopes" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "organization_scopes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "organization_role_scopes" (
    "organization_role_id" TEXT NOT NULL,
    "organization_scope_id" TEXT NOT NULL,

    CONSTRAINT "organization_role_scopes_pkey" PRIMARY KEY ("organization_role_id","organization_scope_id")
);

-- CreateTable
CREATE TABLE "organization_role_api_scopes" (
    "organization_role_id" TEXT NOT NULL,
    "scope_id" TEXT NOT NULL,

    CONSTRAINT "organization_role_api_scopes_pkey" PRIMARY KEY ("organization_role_id","scope_id")
);

-- CreateTable
CREATE TABLE "organization_users" (
    "organization_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organization_users_pkey" PRIMARY KEY ("organization_id","user_id")
);

-- CreateTable
CREATE TABLE "organization_user_roles" (
    "organization_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "organization_role_id" TEXT NOT NULL,

    CONSTRAINT "organization_user_roles_pkey" PRIMARY KEY ("organization_id","user_id","organization_role_id")
);

-- CreateTable
CREATE TABLE "organization_applications" (
    "organization_id" TEXT NOT NULL,
    "application_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organization_applications_pkey" PRIMARY KEY ("organization_id","application_id")
);

-- CreateTable
CREATE TABLE "organization_application_roles" (
    "organization_id" TEXT NOT NULL,
    "application_id" TEXT NOT NULL,
    "organization_role_id" TEXT NOT NULL,

    CONSTRAINT "organization_application_roles_pkey" PRIMARY KEY ("organization_id","application_id","organization_role_id")
);

-- CreateTable
CREATE TABLE "organization_invitations" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "invitee_email" TEXT NOT NULL,
    "inviter_id" TEXT,
    "accepted_user_id" TEXT,
    "status" "InvitationStatus" NOT NULL DEFAULT 'PENDING',
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "organization_invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "organization_invitation_roles" (
    "invitation_id" TEXT NOT NULL,
    "organization_role_id" TEXT NOT NULL,

    CONSTRAINT "organization_invitation_roles_pkey" PRIMARY KEY ("invitation_id","organization_role_id")
);

-- CreateTable
CREATE TABLE "events" (
    "id" TEXT NOT NULL,
    "sequence" BIGSERIAL NOT NULL,
    "position" BIGINT,
    "type" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "subject_kind" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "organization_id" TEXT,
    "actor" JSONB NOT NULL,
    "cause" JSONB NOT NULL,
    "data" JSONB NOT NULL,

    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "event_head" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "position" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "event_head_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "signing_keys" (
    "id" TEXT NOT NULL,
    "algorithm" TEXT NOT NULL,
    "public_jwk" JSONB NOT NULL,
    "encrypted_key" BYTEA NOT NULL,
    "signs_from" TIMESTAMPTZ(3) NOT NULL,
    "published_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "signing_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oidc_records" (
    "model" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "grant_id" TEXT,
    "uid" TEXT,
    "user_id" TEXT,
    "client_id" TEXT,
    "consumed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "oidc_records_pkey" PRIMARY KEY ("model","key")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_username_key" ON "users"("username");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "users_phone_key" ON "users"("phone");

-- CreateIndex
CREATE INDEX "users_created_at_id_idx" ON "users"("created_at", "id");

-- CreateIndex
CREATE INDEX "user_identities_user_id_idx" ON "user_identities"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "user_identities_connector_subject_key" ON "user_identities"("connector", "subject");

-- CreateIndex
CREATE UNIQUE INDEX "roles_name_key" ON "roles"("name");

-- CreateIndex
CREATE INDEX "role_scopes_scope_id_idx" ON "role_scopes"("scope_id");

-- CreateIndex
CREATE INDEX "user_roles_role_id_idx" ON "user_roles"("role_id");

-- CreateIndex
CREATE INDEX "application_roles_role_id_idx" ON "application_roles"("role_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_resources_indicator_key" ON "api_resources"("indicator");

-- CreateIndex
CREATE UNIQUE INDEX "scopes_resource_id_name_key" ON "scopes"("resource_id", "name");

-- CreateIndex
CREATE INDEX "applications_created_at_id_idx" ON "applications"("created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "application_secrets_application_id_name_key" ON "application_secrets"("application_id", "name");

-- CreateIndex
CREATE INDEX "organizations_created_at_id_idx" ON "organizations"("created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "organization_roles_name_key" ON "organization_roles"("name");

-- CreateIndex
CREATE UNIQUE INDEX "organization_scopes_name_key" ON "organization_scopes"("name");

-- CreateIndex
CREATE INDEX "organization_role_scopes_organization_scope_id_idx" ON "organization_role_scopes"("organization_scope_id");

-- CreateIndex
CREATE INDEX "organization_role_api_scopes_scope_id_idx" ON "organization_role_api_scopes"("scope_id");

-- CreateIndex
CREATE INDEX "organization_users_user_id_idx" ON "organization_users"("user_id");

-- CreateIndex
CREATE INDEX "organization_user_roles_user_id_idx" ON "organization_user_roles"("user_id");

-- CreateIndex
CREATE INDEX "organization_user_roles_organization_role_id_idx" ON "organization_user_roles"("organization_role_id");

-- CreateIndex
CREATE INDEX "organization_applications_application_id_idx" ON "organization_applications"("application_id");

-- CreateIndex
CREATE INDEX "organization_application_roles_application_id_idx" ON "organization_application_roles"("application_id");

-- CreateIndex
CREATE INDEX "organization_application_roles_organization_role_id_idx" ON "organization_application_roles"("organization_role_id");

-- CreateIndex
CREATE INDEX "organization_invitations_organization_id_created_at_idx" ON "organization_invitations"("organization_id", "created_at");

-- CreateIndex
CREATE INDEX "organization_invitations_invitee_email_idx" ON "organization_invitations"("invitee_email");

-- CreateIndex
CREATE INDEX "organization_invitations_inviter_id_idx" ON "organization_invitations"("inviter_id");

-- CreateIndex
CREATE INDEX "organization_invitation_roles_organization_role_id_idx" ON "organization_invitation_roles"("organization_role_id");

-- CreateIndex
CREATE UNIQUE INDEX "events_sequence_key" ON "events"("sequence");

-- CreateIndex
CREATE UNIQUE INDEX "events_position_key" ON "events"("position");

-- CreateIndex
CREATE INDEX "events_position_sequence_idx" ON "events"("position", "sequence");

-- CreateIndex
CREATE INDEX "events_subject_kind_subject_id_position_idx" ON "events"("subject_kind", "subject_id", "position");

-- CreateIndex
CREATE INDEX "events_type_position_idx" ON "events"("type", "position");

-- CreateIndex
CREATE INDEX "events_occurred_at_idx" ON "events"("occurred_at");

-- CreateIndex
CREATE INDEX "oidc_records_grant_id_idx" ON "oidc_records"("grant_id");

-- CreateIndex
CREATE INDEX "oidc_records_uid_idx" ON "oidc_records"("uid");

-- CreateIndex
CREATE INDEX "oidc_records_user_id_idx" ON "oidc_records"("user_id");

-- CreateIndex
CREATE INDEX "oidc_records_client_id_idx" ON "oidc_records"("client_id");

-- CreateIndex
CREATE INDEX "oidc_records_expires_at_idx" ON "oidc_records"("expires_at");

-- AddForeignKey
ALTER TABLE "user_identities" ADD CONSTRAINT "user_identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "role_scopes" ADD CONSTRAINT "role_scopes_role_id_fkey" FOREIGN KEY ("role_id") REFERENCES "roles"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "role_scopes" ADD CONSTRAINT "role_scopes_scope_id_fkey" FOREIGN KEY ("scope_id") REFERENCES "scopes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_role_id_fkey" FOREIGN KEY ("role_id") REFERENCES "roles"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "application_roles" ADD CONSTRAINT "application_roles_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "application_roles" ADD CONSTRAINT "application_roles_role_id_fkey" FOREIGN KEY ("role_id") REFERENCES "roles"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scopes" ADD CONSTRAINT "scopes_resource_id_fkey" FOREIGN KEY ("resource_id") REFERENCES "api_resources"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "application_secrets" ADD CONSTRAINT "application_secrets_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_role_scopes" ADD CONSTRAINT "organization_role_scopes_organization_role_id_fkey" FOREIGN KEY ("organization_role_id") REFERENCES "organization_roles"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_role_scopes" ADD CONSTRAINT "organization_role_scopes_organization_scope_id_fkey" FOREIGN KEY ("organization_scope_id") REFERENCES "organization_scopes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_role_api_scopes" ADD CONSTRAINT "organization_role_api_scopes_organization_role_id_fkey" FOREIGN KEY ("organization_role_id") REFERENCES "organization_roles"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_role_api_scopes" ADD CONSTRAINT "organization_role_api_scopes_scope_id_fkey" FOREIGN KEY ("scope_id") REFERENCES "scopes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_users" ADD CONSTRAINT "organization_users_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_users" ADD CONSTRAINT "organization_users_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_user_roles" ADD CONSTRAINT "organization_user_roles_organization_id_user_id_fkey" FOREIGN KEY ("organization_id", "user_id") REFERENCES "organization_users"("organization_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_user_roles" ADD CONSTRAINT "organization_user_roles_organization_role_id_fkey" FOREIGN KEY ("organization_role_id") REFERENCES "organization_roles"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_applications" ADD CONSTRAINT "organization_applications_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_applications" ADD CONSTRAINT "organization_applications_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_application_roles" ADD CONSTRAINT "organization_application_roles_organization_id_application_fkey" FOREIGN KEY ("organization_id", "application_id") REFERENCES "organization_applications"("organization_id", "application_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_application_roles" ADD CONSTRAINT "organization_application_roles_organization_role_id_fkey" FOREIGN KEY ("organization_role_id") REFERENCES "organization_roles"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_invitations" ADD CONSTRAINT "organization_invitations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_invitations" ADD CONSTRAINT "organization_invitations_inviter_id_fkey" FOREIGN KEY ("inviter_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_invitation_roles" ADD CONSTRAINT "organization_invitation_roles_invitation_id_fkey" FOREIGN KEY ("invitation_id") REFERENCES "organization_invitations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_invitation_roles" ADD CONSTRAINT "organization_invitation_roles_organization_role_id_fkey" FOREIGN KEY ("organization_role_id") REFERENCES "organization_roles"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What follows is written by hand: rules that schema.prisma cannot say. The platform checks them too, with a message for
-- people; here they hold whatever writes to the database.

-- Two spellings of one identifier must not be two accounts. "C" makes lower() mean A to Z, the same on every server; the
-- letters of other alphabets are brought to their normal form before they come here.
ALTER TABLE "users" ADD CONSTRAINT "users_username_normal" CHECK ("username" = lower("username" COLLATE "C") AND "username" <> '');
ALTER TABLE "users" ADD CONSTRAINT "users_email_normal" CHECK ("email" = lower("email" COLLATE "C") AND "email" <> '');
ALTER TABLE "organization_invitations" ADD CONSTRAINT "organization_invitations_invitee_email_normal" CHECK ("invitee_email" = lower("invitee_email" COLLATE "C") AND "invitee_email" <> '');

-- E.164: the one way to write a phone number, for the same reason.
ALTER TABLE "users" ADD CONSTRAINT "users_phone_e164" CHECK ("phone" ~ '^\+[1-9][0-9]{1,14}$');

-- Claims are read from these and merge patches applied to them: an array or a string would break both.
ALTER TABLE "users" ADD CONSTRAINT "users_profile_object" CHECK (jsonb_typeof("profile") = 'object');
ALTER TABLE "users" ADD CONSTRAINT "users_custom_data_object" CHECK (jsonb_typeof("custom_data") = 'object');
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_custom_data_object" CHECK (jsonb_typeof("custom_data") = 'object');

-- A token without an end cannot be taken back; one that ends at once is of no use.
ALTER TABLE "api_resources" ADD CONSTRAINT "api_resources_access_token_ttl_range" CHECK ("access_token_ttl" BETWEEN 1 AND 86400);

-- RFC 8707, section 2: a resource indicator has no fragment.
ALTER TABLE "api_resources" ADD CONSTRAINT "api_resources_indicator_without_fragment" CHECK ("indicator" <> '' AND position('#' IN "indicator") = 0);

-- RFC 6749, section 3.3: with any other character, "scope" in a token could be read as more scopes than were granted.
ALTER TABLE "scopes" ADD CONSTRAINT "scopes_name_token" CHECK ("name" COLLATE "C" ~ '^[!#-\[\]-~]+$');
ALTER TABLE "organization_scopes" ADD CONSTRAINT "organization_scopes_name_token" CHECK ("name" COLLATE "C" ~ '^[!#-\[\]-~]+$');

-- A role that cannot be named cannot be told from another.
ALTER TABLE "roles" ADD CONSTRAINT "roles_name_present" CHECK ("name" <> '');
ALTER TABLE "organization_roles" ADD CONSTRAINT "organization_roles_name_present" CHECK ("name" <> '');

-- Only an application of our own that can keep a secret may act for people at another service.
ALTER TABLE "applications" ADD CONSTRAINT "applications_token_exchange_first_party_confidential" CHECK (NOT "token_exchange_allowed" OR (NOT "is_third_party" AND "type" IN ('MACHINE_TO_MACHINE', 'TRADITIONAL_WEB')));

-- RFC 9700, section 2.1.1: without a secret, nothing but PKCE binds an authorization code to who asked for it.
ALTER TABLE "applications" ADD CONSTRAINT "applications_public_pkce" CHECK ("pkce_required" OR "type" IN ('MACHINE_TO_MACHINE', 'TRADITIONAL_WEB'));

-- SHA-256: never the secret itself by mistake.
ALTER TABLE "application_secrets" ADD CONSTRAINT "application_secrets_hash_length" CHECK (octet_length("hash") = 32);

-- The id goes out as webhook-id and as a cursor: a TypeID, and nothing else.
ALTER TABLE "events" ADD CONSTRAINT "events_id_shape" CHECK ("id" COLLATE "C" ~ '^evt_[0-7][0-9a-hjkmnp-tv-z]{25}$');

-- One head, because its lock is what lets one sequencer at a time place events.
ALTER TABLE "event_head" ADD CONSTRAINT "event_head_single" CHECK ("id" = 1);
INSERT INTO "event_head" DEFAULT VALUES;
