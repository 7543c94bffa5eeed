-- The database of version 0.2.0. prisma/schema.prisma describes the tables and columns; here are, with their reasons, the
-- rules and indexes that it cannot describe.
--
-- Identifiers are compared byte by byte (collation "C"): their unique index also finds those that begin with a text, in
-- any case, whatever the locale of the database (in Turkish, the lower case of I is another letter). Names are compared
-- and sorted by the root collation of ICU ("und-x-icu"), which knows lower case in every language.

CREATE TYPE "ApplicationType" AS ENUM ('MACHINE_TO_MACHINE', 'TRADITIONAL_WEB', 'SINGLE_PAGE', 'NATIVE');
CREATE TYPE "InvitationStatus" AS ENUM ('Pending', 'Accepted', 'Expired', 'Revoked');

-- The beginnings of each word of a name, up to 12 characters, in lower case. A search for the beginning of a word reads
-- one entry of an index. PL/pgSQL takes a twelfth of the time of a statement with the same result.
CREATE FUNCTION word_beginnings(name text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
AS $$
DECLARE
  beginnings TEXT[] := '{}';
  word TEXT;
BEGIN
  FOREACH word IN ARRAY string_to_array(translate(lower(name COLLATE "und-x-icu"), U&'\03C2\0307', U&'\03C3'), ' ') LOOP
    WHILE word IS NOT NULL LOOP
      FOR length IN 1..least(char_length(word), 12) LOOP
        beginnings := beginnings || left(word, length);
      END LOOP;
      -- What follows the first of these characters.
      word := substring(word FROM U&'[\00A0\2010\2011/''\2019"(.,:_&+@-]+(.+)$');
    END LOOP;
  END LOOP;
  RETURN beginnings;
END
$$;

-- Gives up to `most` events that have none their positions, in the order of their commits (store/event-positions.ts).
-- Returns their number. A function, because each connection plans its statements once.
CREATE FUNCTION assign_positions(most integer) RETURNS integer
LANGUAGE plpgsql
AS $$
DECLARE
  head BIGINT;
  assigned INT;
BEGIN
  IF NOT EXISTS (SELECT FROM events WHERE position IS NULL) THEN
    RETURN 0;
  END IF;
  SELECT position INTO head FROM event_head FOR UPDATE;
  UPDATE events SET position = head + pending.place
  FROM (
    SELECT id, row_number() OVER (ORDER BY sequence) AS place
    FROM (SELECT id, sequence FROM events WHERE position IS NULL ORDER BY sequence LIMIT most) AS oldest
  ) AS pending WHERE events.id = pending.id;
  GET DIAGNOSTICS assigned = ROW_COUNT;
  UPDATE event_head SET position = head + assigned;
  RETURN assigned;
END
$$;

CREATE TABLE users (
  id                         text NOT NULL,
  username                   text COLLATE "C",
  email                      text COLLATE "C",
  email_verified_at          timestamptz(3),
  email_domain               text COLLATE "C" GENERATED ALWAYS AS ("substring"(email, '[^@]*$')) STORED,
  phone                      text COLLATE "C",
  phone_verified_at          timestamptz(3),
  password_hash              text,
  password_reset_required_at timestamptz(3),
  name                       text COLLATE "und-x-icu",
  name_beginnings            text[] GENERATED ALWAYS AS (word_beginnings(name)) STORED,
  avatar                     text,
  profile                    jsonb NOT NULL DEFAULT '{}',
  custom_data                jsonb NOT NULL DEFAULT '{}',
  suspended_at               timestamptz(3),
  last_sign_in_at            timestamptz(3),
  session_epoch              integer NOT NULL DEFAULT 0,
  version                    integer NOT NULL DEFAULT 1,
  created_at                 timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at                 timestamptz(3) NOT NULL,
  PRIMARY KEY (id),
  -- Claims are read from these two columns, and merge patches (RFC 7396) are applied to them.
  CONSTRAINT users_custom_data_object CHECK (jsonb_typeof(custom_data) = 'object'),
  CONSTRAINT users_email_normal CHECK (email = lower(email COLLATE "C") AND email <> ''),
  -- E.164 has one way to write a phone number.
  CONSTRAINT users_phone_e164 CHECK (phone ~ '^\+[1-9][0-9]{1,14}$'),
  CONSTRAINT users_profile_object CHECK (jsonb_typeof(profile) = 'object'),
  -- Two spellings of one identifier must not be two accounts. The collation "C" makes lower() mean A to Z on every
  -- server; letters of other alphabets have their normal form when they are stored.
  CONSTRAINT users_username_normal CHECK (username = lower(username COLLATE "C") AND username <> '')
);
CREATE INDEX users_created_at_id_idx ON users (created_at, id);
CREATE INDEX users_email_domain_id_idx ON users (email_domain, id);
-- Lists are read through one index per order, with missing values first.
CREATE INDEX users_email_id_idx ON users (email NULLS FIRST, id);
CREATE UNIQUE INDEX users_email_key ON users (email);
CREATE INDEX users_last_sign_in_at_id_idx ON users (last_sign_in_at NULLS FIRST, id);
-- Rows are indexed when they are written: with fastupdate, each search reads a list of the rows that wait for a
-- vacuum.
CREATE INDEX users_name_beginnings_idx ON users USING gin (name_beginnings) WITH (fastupdate=off);
CREATE INDEX users_name_id_idx ON users (name NULLS FIRST, id);
CREATE UNIQUE INDEX users_phone_key ON users (phone);
-- Few users are suspended.
CREATE INDEX users_suspended_idx ON users (id) WHERE suspended_at IS NOT NULL;
CREATE INDEX users_updated_at_id_idx ON users (updated_at, id);
CREATE INDEX users_username_id_idx ON users (username NULLS FIRST, id);
CREATE UNIQUE INDEX users_username_key ON users (username);

CREATE TABLE user_preferences (
  id         text NOT NULL,
  document   jsonb NOT NULL DEFAULT '{}',
  version    integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (id),
  CONSTRAINT user_preferences_document_object CHECK (jsonb_typeof(document) = 'object')
);

CREATE TABLE user_identities (
  id                   text NOT NULL,
  user_id              text NOT NULL,
  identity_provider_id text NOT NULL,
  subject              text NOT NULL,
  details              jsonb NOT NULL DEFAULT '{}',
  created_at           timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (id)
);
CREATE UNIQUE INDEX user_identities_identity_provider_id_subject_key ON user_identities (identity_provider_id, subject);
CREATE INDEX user_identities_user_id_idx ON user_identities (user_id);

CREATE TABLE factors (
  id               text NOT NULL,
  user_id          text NOT NULL,
  kind             text NOT NULL,
  name             text NOT NULL,
  credential_id    text,
  public_key       bytea,
  counter          bigint,
  transports       text[] DEFAULT '{}',
  aaguid           text,
  is_backed_up     boolean,
  host             text,
  encrypted_secret bytea,
  last_step        integer,
  prefix           text,
  used_at          timestamptz(3),
  created_at       timestamptz(3) NOT NULL,
  last_used_at     timestamptz(3),
  PRIMARY KEY (id),
  CONSTRAINT factors_backup_code CHECK ((kind = 'backup-code') = (prefix IS NOT NULL)),
  CONSTRAINT factors_encrypted_secret CHECK ((kind IN ('totp', 'backup-code')) = (encrypted_secret IS NOT NULL)),
  CONSTRAINT factors_kind CHECK (kind IN ('passkey', 'totp', 'backup-code')),
  -- Each kind of factor has the columns that verify it. A use compares counter and last step.
  CONSTRAINT factors_passkey CHECK ((kind = 'passkey') = (credential_id IS NOT NULL) AND (kind = 'passkey') = (public_key IS NOT NULL) AND (kind = 'passkey') = (counter IS NOT NULL)),
  CONSTRAINT factors_totp CHECK ((kind = 'totp') = (last_step IS NOT NULL)),
  CONSTRAINT factors_used CHECK (used_at IS NULL OR kind = 'backup-code')
);
CREATE UNIQUE INDEX factors_credential_id_key ON factors (credential_id);
CREATE INDEX factors_host_idx ON factors (host);
CREATE UNIQUE INDEX factors_user_id_prefix_key ON factors (user_id, prefix);

CREATE TABLE roles (
  id          text NOT NULL,
  name        text COLLATE "und-x-icu" NOT NULL,
  description text COLLATE "und-x-icu" NOT NULL DEFAULT '',
  is_default  boolean NOT NULL DEFAULT false,
  version     integer NOT NULL DEFAULT 1,
  created_at  timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at  timestamptz(3) NOT NULL,
  PRIMARY KEY (id),
  CONSTRAINT roles_name_present CHECK (name <> '')
);
CREATE UNIQUE INDEX roles_name_key ON roles (name);
-- Names that differ only in case or in the form of their characters look the same: "Editor", "editor" and "Ｅditor"
-- are one name. PostgreSQL reports the index that was created first, so a name that is taken as it is comes before.
CREATE UNIQUE INDEX roles_name_form_key ON roles (lower(NORMALIZE(name, NFKC)));

CREATE TABLE role_scopes (
  role_id  text NOT NULL,
  scope_id text NOT NULL,
  PRIMARY KEY (role_id, scope_id)
);
CREATE INDEX role_scopes_scope_id_idx ON role_scopes (scope_id);

-- Roles have no foreign keys from their assignments: those of a deleted role, which can be millions, are deleted
-- later in batches (store/deleted-roles.ts).
CREATE TABLE user_roles (
  user_id text NOT NULL,
  role_id text NOT NULL,
  PRIMARY KEY (user_id, role_id)
);
CREATE INDEX user_roles_role_id_user_id_idx ON user_roles (role_id, user_id);

CREATE TABLE application_roles (
  application_id text NOT NULL,
  role_id        text NOT NULL,
  PRIMARY KEY (application_id, role_id)
);
CREATE INDEX application_roles_role_id_application_id_idx ON application_roles (role_id, application_id);

CREATE TABLE api_resources (
  id                       text NOT NULL,
  name                     text COLLATE "und-x-icu" NOT NULL,
  indicator                text COLLATE "C" NOT NULL,
  access_token_ttl         integer NOT NULL DEFAULT 3600,
  access_token_signing_alg text NOT NULL DEFAULT 'ES256',
  is_built_in              boolean NOT NULL DEFAULT false,
  version                  integer NOT NULL DEFAULT 1,
  created_at               timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at               timestamptz(3) NOT NULL,
  PRIMARY KEY (id),
  -- The platform has keys for these algorithms only.
  CONSTRAINT api_resources_access_token_signing_alg CHECK (access_token_signing_alg IN ('RS256', 'ES256')),
  -- A token without an end cannot be taken back, and one that ends at once is useless.
  CONSTRAINT api_resources_access_token_ttl_range CHECK (access_token_ttl >= 1 AND access_token_ttl <= 86400),
  -- RFC 8707, section 2.
  CONSTRAINT api_resources_indicator_without_fragment CHECK (indicator <> '' AND POSITION(('#') IN (indicator)) = 0)
);
CREATE UNIQUE INDEX api_resources_indicator_key ON api_resources (indicator);

CREATE TABLE scopes (
  id              text NOT NULL,
  api_resource_id text NOT NULL,
  name            text COLLATE "und-x-icu" NOT NULL,
  description     text COLLATE "und-x-icu" NOT NULL DEFAULT '',
  version         integer NOT NULL DEFAULT 1,
  created_at      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (id),
  -- RFC 6749, section 3.3: with any other character, one scope could be read as several.
  CONSTRAINT scopes_name_token CHECK ((name COLLATE "C") ~ '^[!#-\[\]-~]+$')
);
CREATE UNIQUE INDEX scopes_api_resource_id_name_key ON scopes (api_resource_id, name);
-- RFC 6749, section 3.3, distinguishes scopes by case. People who assign them do not.
CREATE UNIQUE INDEX scopes_api_resource_id_name_form_key ON scopes (api_resource_id, lower(name));

CREATE TABLE applications (
  id                         text NOT NULL,
  name                       text COLLATE "und-x-icu" NOT NULL,
  description                text COLLATE "und-x-icu" NOT NULL DEFAULT '',
  type                       "ApplicationType" NOT NULL,
  is_third_party             boolean NOT NULL DEFAULT false,
  token_exchange_allowed     boolean NOT NULL DEFAULT false,
  management_api_allowed     boolean NOT NULL DEFAULT false,
  pkce_required              boolean NOT NULL DEFAULT true,
  id_token_signing_alg       text NOT NULL DEFAULT 'RS256',
  grant_types                text[] NOT NULL DEFAULT ARRAY['AUTHORIZATION_CODE', 'REFRESH_TOKEN', 'CLIENT_CREDENTIALS'],
  session_limit_seconds      integer,
  session_idle_limit_seconds integer,
  redirect_uris              text[] DEFAULT '{}',
  post_logout_redirect_uris  text[] DEFAULT '{}',
  cors_origins               text[] DEFAULT '{}',
  jwks                       jsonb,
  logo_uri                   text,
  custom_data                jsonb NOT NULL DEFAULT '{}',
  suspended_at               timestamptz(3),
  last_used_at               timestamptz(3),
  session_epoch              integer NOT NULL DEFAULT 0,
  version                    integer NOT NULL DEFAULT 1,
  created_at                 timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at                 timestamptz(3) NOT NULL,
  PRIMARY KEY (id),
  -- Merge patches (RFC 7396) are applied to it.
  CONSTRAINT applications_custom_data_object CHECK (jsonb_typeof(custom_data) = 'object'),
  -- The platform has keys for these algorithms only.
  CONSTRAINT applications_id_token_signing_alg CHECK (id_token_signing_alg IN ('RS256', 'ES256')),
  -- RFC 9700, section 2.1.1: without a secret, only PKCE binds an authorization code to the client that requested
  -- it.
  CONSTRAINT applications_public_pkce CHECK (pkce_required OR (type IN ('MACHINE_TO_MACHINE', 'TRADITIONAL_WEB'))),
  -- Only a confidential first-party application may act for users at another service. management_api_allowed has no
  -- effect without token_exchange_allowed.
  CONSTRAINT applications_token_exchange_first_party_confidential CHECK (NOT token_exchange_allowed OR NOT is_third_party AND (type IN ('MACHINE_TO_MACHINE', 'TRADITIONAL_WEB')))
);
CREATE INDEX applications_cors_origins_idx ON applications USING gin (cors_origins);
CREATE INDEX applications_created_at_id_idx ON applications (created_at, id);

CREATE TABLE application_logos (
  application_id text NOT NULL,
  uri            text NOT NULL,
  media_type     text,
  image          bytea,
  fetched_at     timestamptz(3) NOT NULL,
  PRIMARY KEY (application_id),
  -- An image is served with its media type.
  CONSTRAINT application_logos_typed CHECK ((image IS NULL) = (media_type IS NULL))
);

CREATE TABLE application_secrets (
  id             text NOT NULL,
  application_id text NOT NULL,
  name           text NOT NULL,
  hash           bytea NOT NULL,
  prefix         text NOT NULL,
  expires_at     timestamptz(3),
  last_used_at   timestamptz(3),
  created_at     timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (id),
  -- SHA-256.
  CONSTRAINT application_secrets_hash_length CHECK (octet_length(hash) = 32)
);
CREATE UNIQUE INDEX application_secrets_application_id_name_key ON application_secrets (application_id, name);

CREATE TABLE organizations (
  id              text NOT NULL,
  name            text COLLATE "und-x-icu" NOT NULL,
  name_beginnings text[] GENERATED ALWAYS AS (word_beginnings(name)) STORED,
  description     text NOT NULL DEFAULT '',
  custom_data     jsonb NOT NULL DEFAULT '{}',
  version         integer NOT NULL DEFAULT 1,
  created_at      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (id),
  CONSTRAINT organizations_custom_data_object CHECK (jsonb_typeof(custom_data) = 'object')
);
CREATE INDEX organizations_created_at_id_idx ON organizations (created_at, id);
-- As for users.
CREATE INDEX organizations_name_beginnings_idx ON organizations USING gin (name_beginnings) WITH (fastupdate=off);
CREATE INDEX organizations_name_id_idx ON organizations (name, id);
CREATE INDEX organizations_updated_at_id_idx ON organizations (updated_at, id);

CREATE TABLE organization_roles (
  id          text NOT NULL,
  name        text COLLATE "und-x-icu" NOT NULL,
  description text COLLATE "und-x-icu" NOT NULL DEFAULT '',
  version     integer NOT NULL DEFAULT 1,
  created_at  timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at  timestamptz(3) NOT NULL,
  PRIMARY KEY (id),
  CONSTRAINT organization_roles_name_present CHECK (name <> '')
);
CREATE UNIQUE INDEX organization_roles_name_key ON organization_roles (name);
CREATE UNIQUE INDEX organization_roles_name_form_key ON organization_roles (lower(NORMALIZE(name, NFKC)));

CREATE TABLE organization_scopes (
  id          text NOT NULL,
  name        text COLLATE "und-x-icu" NOT NULL,
  description text COLLATE "und-x-icu" NOT NULL DEFAULT '',
  version     integer NOT NULL DEFAULT 1,
  created_at  timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at  timestamptz(3) NOT NULL,
  PRIMARY KEY (id),
  -- RFC 6749, section 3.3.
  CONSTRAINT organization_scopes_name_token CHECK ((name COLLATE "C") ~ '^[!#-\[\]-~]+$')
);
CREATE UNIQUE INDEX organization_scopes_name_key ON organization_scopes (name);
CREATE UNIQUE INDEX organization_scopes_name_form_key ON organization_scopes (lower(NORMALIZE(name, NFKC)));

CREATE TABLE organization_role_scopes (
  organization_role_id  text NOT NULL,
  organization_scope_id text NOT NULL,
  PRIMARY KEY (organization_role_id, organization_scope_id)
);
CREATE INDEX organization_role_scopes_organization_scope_id_idx ON organization_role_scopes (organization_scope_id);

CREATE TABLE organization_role_api_scopes (
  organization_role_id text NOT NULL,
  scope_id             text NOT NULL,
  PRIMARY KEY (organization_role_id, scope_id)
);
CREATE INDEX organization_role_api_scopes_scope_id_idx ON organization_role_api_scopes (scope_id);

CREATE TABLE organization_users (
  organization_id text NOT NULL,
  user_id         text NOT NULL,
  created_at      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (organization_id, user_id)
);
-- An organization can have a million members: a page of them is read in its order, not sorted.
CREATE INDEX organization_users_organization_id_created_at_user_id_idx ON organization_users (organization_id, created_at, user_id);
CREATE INDEX organization_users_user_id_idx ON organization_users (user_id);

CREATE TABLE organization_user_roles (
  organization_id      text NOT NULL,
  user_id              text NOT NULL,
  organization_role_id text NOT NULL,
  PRIMARY KEY (organization_id, user_id, organization_role_id)
);
CREATE INDEX organization_user_roles_organization_role_id_organization_i_idx ON organization_user_roles (organization_role_id, organization_id, user_id);
CREATE INDEX organization_user_roles_user_id_idx ON organization_user_roles (user_id);

CREATE TABLE organization_former_users (
  organization_id text NOT NULL,
  user_id         text NOT NULL,
  PRIMARY KEY (organization_id, user_id)
);
CREATE INDEX organization_former_users_user_id_idx ON organization_former_users (user_id);

CREATE TABLE organization_domains (
  organization_id text NOT NULL,
  domain          text COLLATE "C" NOT NULL,
  created_at      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (organization_id, domain)
);
CREATE INDEX organization_domains_domain_organization_id_idx ON organization_domains (domain, organization_id);

CREATE TABLE organization_domain_roles (
  organization_id      text NOT NULL,
  domain               text COLLATE "C" NOT NULL,
  organization_role_id text NOT NULL,
  PRIMARY KEY (organization_id, domain, organization_role_id)
);
CREATE INDEX organization_domain_roles_organization_role_id_organization_idx ON organization_domain_roles (organization_role_id, organization_id, domain);

CREATE TABLE organization_applications (
  organization_id text NOT NULL,
  application_id  text NOT NULL,
  created_at      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (organization_id, application_id)
);
CREATE INDEX organization_applications_application_id_idx ON organization_applications (application_id);

CREATE TABLE organization_application_roles (
  organization_id      text NOT NULL,
  application_id       text NOT NULL,
  organization_role_id text NOT NULL,
  PRIMARY KEY (organization_id, application_id, organization_role_id)
);
CREATE INDEX organization_application_roles_application_id_idx ON organization_application_roles (application_id);
CREATE INDEX organization_application_roles_organization_role_id_organiz_idx ON organization_application_roles (organization_role_id, organization_id, application_id);

CREATE TABLE organization_invitations (
  id               text NOT NULL,
  organization_id  text NOT NULL,
  invitee_email    text COLLATE "C" NOT NULL,
  inviter_id       text,
  accepted_user_id text,
  status           "InvitationStatus" NOT NULL DEFAULT 'Pending',
  expires_at       timestamptz(3) NOT NULL,
  version          integer NOT NULL DEFAULT 1,
  created_at       timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at       timestamptz(3) NOT NULL,
  PRIMARY KEY (id),
  -- The form in which users have their email addresses.
  CONSTRAINT organization_invitations_invitee_email_normal CHECK (invitee_email = lower(invitee_email COLLATE "C") AND invitee_email <> '')
);
CREATE INDEX organization_invitations_accepted_user_id_idx ON organization_invitations (accepted_user_id);
CREATE INDEX organization_invitations_invitee_email_idx ON organization_invitations (invitee_email);
CREATE INDEX organization_invitations_inviter_id_idx ON organization_invitations (inviter_id);
CREATE INDEX organization_invitations_organization_id_created_at_idx ON organization_invitations (organization_id, created_at);
-- Of two invitations of one person at the same moment, one is refused.
CREATE UNIQUE INDEX organization_invitations_pending_key ON organization_invitations (organization_id, invitee_email) WHERE status = 'Pending';

CREATE TABLE organization_invitation_roles (
  organization_invitation_id text NOT NULL,
  organization_role_id       text NOT NULL,
  PRIMARY KEY (organization_invitation_id, organization_role_id)
);
CREATE INDEX organization_invitation_roles_organization_role_id_organiza_idx ON organization_invitation_roles (organization_role_id, organization_invitation_id);

-- An event is inserted without a position and gets one after its commit, which writes a second version of the row
-- into each index. Indexes that only readers of positions use have the second version only.
CREATE TABLE events (
  id              text NOT NULL,
  sequence        bigserial,
  position        bigint,
  type            text NOT NULL,
  occurred_at     timestamptz(3) NOT NULL,
  subject_kind    text NOT NULL,
  subject_id      text NOT NULL,
  subject_label   text,
  organization_id text,
  actor           jsonb NOT NULL,
  cause           jsonb NOT NULL,
  data            jsonb NOT NULL,
  PRIMARY KEY (id),
  -- The id is sent as webhook-id and used as a cursor.
  CONSTRAINT events_id_shape CHECK ((id COLLATE "C") ~ '^evt_[0-7][0-9a-hjkmnp-tv-z]{25}$')
);
CREATE INDEX events_actor_position_idx ON events ((actor #> '{id}'::text[]), "position") WHERE "position" IS NOT NULL;
-- The log is in the order of time, so ranges of pages suffice.
CREATE INDEX events_occurred_at_idx ON events USING brin (occurred_at) WITH (autosummarize='on');
CREATE INDEX events_operation_position_idx ON events ((cause #> '{operation}'::text[]), "position") WHERE "position" IS NOT NULL;
CREATE INDEX events_organization_id_position_idx ON events (organization_id, "position") WHERE "position" IS NOT NULL AND organization_id IS NOT NULL;
CREATE UNIQUE INDEX events_position_key ON events ("position") WHERE "position" IS NOT NULL;
CREATE INDEX events_request_position_idx ON events ((cause #> '{requestId}'::text[]), "position") WHERE "position" IS NOT NULL;
CREATE INDEX events_subject_kind_subject_id_position_idx ON events (subject_kind, subject_id, "position");
CREATE INDEX events_trace_position_idx ON events ((cause #> '{traceId}'::text[]), "position") WHERE "position" IS NOT NULL;
CREATE INDEX events_type_position_idx ON events (type, "position") WHERE "position" IS NOT NULL;
CREATE INDEX events_unplaced_idx ON events (sequence) WHERE "position" IS NULL;

-- The holders of a deleted role, in batches. The first ones are in the event.
CREATE TABLE event_holders (
  event_id text NOT NULL,
  first    integer NOT NULL,
  holders  jsonb NOT NULL,
  PRIMARY KEY (event_id, first)
);

-- Locking the one row lets one process at a time assign positions.
CREATE TABLE event_head (
  id       integer NOT NULL DEFAULT 1,
  position bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (id),
  CONSTRAINT event_head_single CHECK (id = 1)
);
INSERT INTO event_head DEFAULT VALUES;

CREATE TABLE idempotency_keys (
  actor_id   text NOT NULL,
  key_hash   text NOT NULL,
  response   bytea,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (actor_id, key_hash)
);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);

CREATE TABLE processes (
  id      text NOT NULL,
  key_ids text[],
  seen_at timestamptz(3) NOT NULL,
  PRIMARY KEY (id),
  CONSTRAINT processes_key_ids CHECK (cardinality(key_ids) > 0)
);

CREATE TABLE signing_keys (
  id              text NOT NULL,
  algorithm       text NOT NULL,
  public_jwk      jsonb NOT NULL,
  encrypted_key   bytea NOT NULL,
  signs_from      timestamptz(3) NOT NULL,
  published_until timestamptz(3),
  created_at      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (id)
);

-- Pages have room for another version of each row, so that the use of a session or token writes no index.
CREATE TABLE oidc_records (
  model                text NOT NULL,
  key                  text NOT NULL,
  payload              jsonb NOT NULL,
  grant_id             text,
  uid                  text,
  user_id              text,
  client_id            text,
  user_session_epoch   integer NOT NULL DEFAULT 0,
  client_session_epoch integer NOT NULL DEFAULT 0,
  consumed_at          timestamptz(3),
  expires_at           timestamptz(3),
  device               text,
  encrypted_address    bytea,
  last_active_at       timestamptz(3),
  PRIMARY KEY (model, key)
) WITH (fillfactor=85);
CREATE INDEX oidc_records_client_id_idx ON oidc_records (client_id);
CREATE INDEX oidc_records_expires_at_idx ON oidc_records (expires_at);
CREATE INDEX oidc_records_grant_id_idx ON oidc_records (grant_id);
CREATE INDEX oidc_records_uid_idx ON oidc_records (uid);
CREATE INDEX oidc_records_user_id_idx ON oidc_records (user_id);

CREATE TABLE webhooks (
  id                       text NOT NULL,
  name                     text COLLATE "und-x-icu" NOT NULL,
  url                      text COLLATE "und-x-icu" NOT NULL,
  is_enabled               boolean NOT NULL DEFAULT true,
  disabled_reason          text,
  event_types              text[] DEFAULT '{}',
  subject_kinds            text[] DEFAULT '{}',
  organization_id          text,
  exclude_actor_ids        text[] DEFAULT '{}',
  header_names             text[] DEFAULT '{}',
  encrypted_headers        bytea,
  selection                text,
  has_key_pair             boolean NOT NULL DEFAULT false,
  ordering_timeout_seconds integer NOT NULL DEFAULT 300,
  starts_after             bigint,
  failing_since            timestamptz(3),
  failures                 integer NOT NULL DEFAULT 0,
  paused_until             timestamptz(3),
  generation               integer NOT NULL DEFAULT 1,
  cursor                   bigint,
  due_at                   timestamptz(3),
  leased_until             timestamptz(3),
  lease_token              text,
  resends_per_second       integer NOT NULL DEFAULT 10,
  resends_from             timestamptz(3),
  attempts_made            bigint NOT NULL DEFAULT 0,
  version                  integer NOT NULL DEFAULT 1,
  created_at               timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at               timestamptz(3) NOT NULL,
  PRIMARY KEY (id),
  -- A webhook has a reason exactly while it is disabled.
  CONSTRAINT webhooks_disabled_reason CHECK (is_enabled AND disabled_reason IS NULL OR NOT is_enabled AND (disabled_reason IN ('requested', 'gone', 'failing'))),
  CONSTRAINT webhooks_ordering_timeout_seconds CHECK (ordering_timeout_seconds >= 0 AND ordering_timeout_seconds <= 86400)
);
-- Webhooks that are due, in that order.
CREATE INDEX webhooks_due_idx ON webhooks (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE webhook_secrets (
  id               text NOT NULL,
  webhook_id       text NOT NULL,
  scheme           text NOT NULL,
  encrypted_secret bytea NOT NULL,
  public_key       text,
  expires_at       timestamptz(3),
  created_at       timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (id),
  CONSTRAINT webhook_secrets_scheme CHECK ((scheme IN ('v1', 'v1a')) AND (scheme = 'v1a') = (public_key IS NOT NULL))
);
CREATE INDEX webhook_secrets_webhook_id_idx ON webhook_secrets (webhook_id);

CREATE TABLE connectors (
  id                text NOT NULL,
  kind              text NOT NULL,
  driver            text NOT NULL,
  name              text COLLATE "und-x-icu" NOT NULL,
  settings          jsonb NOT NULL,
  secret_names      text[] DEFAULT '{}',
  encrypted_secrets bytea,
  is_enabled        boolean NOT NULL DEFAULT false,
  last_error        text,
  last_failed_at    timestamptz(3),
  last_succeeded_at timestamptz(3),
  version           integer NOT NULL DEFAULT 1,
  created_at        timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at        timestamptz(3) NOT NULL,
  PRIMARY KEY (id)
);
CREATE UNIQUE INDEX connectors_enabled_key ON connectors (kind) WHERE is_enabled AND (kind IN ('email', 'sms'));

-- A stream is updated by each event: with room for the next version of a row in its page, no index is written.
CREATE TABLE webhook_streams (
  webhook_id        text NOT NULL,
  subject_key       text NOT NULL,
  sequence          bigint NOT NULL,
  last_event_id     text NOT NULL,
  blocking_sequence bigint,
  blocked_until     timestamptz(3),
  PRIMARY KEY (webhook_id, subject_key)
) WITH (fillfactor=50);
-- Few streams wait.
CREATE INDEX webhook_streams_blocked_until_idx ON webhook_streams (webhook_id, blocked_until) WHERE blocked_until IS NOT NULL;
CREATE INDEX webhook_streams_open_idx ON webhook_streams (webhook_id, subject_key, blocking_sequence) WHERE blocking_sequence IS NOT NULL;

-- A delivery has its attempts in its row. It has no foreign keys: those of a deleted webhook or event, which can be
-- millions, are deleted later in batches (store/retention.ts).
CREATE TABLE webhook_deliveries (
  id               text NOT NULL,
  webhook_id       text NOT NULL,
  event_id         text NOT NULL,
  event_type       text NOT NULL,
  position         bigint NOT NULL,
  subject_key      text NOT NULL,
  sequence         bigint,
  previous_id      text,
  status           text NOT NULL,
  attempts         integer NOT NULL DEFAULT 0,
  tries            integer NOT NULL DEFAULT 0,
  next_attempt_at  timestamptz(3),
  first_attempt_at timestamptz(3),
  finished_at      timestamptz(3),
  last_attempt     bigint,
  failure          text,
  http_status      integer,
  redelivery       text,
  log              json NOT NULL DEFAULT '[]',
  created_at       timestamptz(3) NOT NULL,
  PRIMARY KEY (id),
  CONSTRAINT webhook_deliveries_redelivery CHECK (redelivery IN ('single', 'failed', 'missing', 'backfill')),
  CONSTRAINT webhook_deliveries_status CHECK ((status IN ('waiting', 'pending', 'delivered', 'failed')) AND (status = 'pending') = (next_attempt_at IS NOT NULL) AND (status IN ('delivered', 'failed')) = (finished_at IS NOT NULL))
);
-- Workers read the pending deliveries of a webhook only.
CREATE INDEX webhook_deliveries_due_idx ON webhook_deliveries (webhook_id, next_attempt_at) WHERE status = 'pending';
CREATE UNIQUE INDEX webhook_deliveries_event_id_webhook_id_key ON webhook_deliveries (event_id, webhook_id);
CREATE INDEX webhook_deliveries_event_type_id_idx ON webhook_deliveries (event_type, id);
-- Few attempts fail, and few deliveries are repeated: a delivery that succeeds at once is in neither index.
CREATE INDEX webhook_deliveries_failure_idx ON webhook_deliveries (failure, id) WHERE failure IS NOT NULL;
-- A delivery is written twice, unfinished and finished. Each of these indexes has one of the versions.
CREATE INDEX webhook_deliveries_finished_idx ON webhook_deliveries (webhook_id, finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX webhook_deliveries_http_status_idx ON webhook_deliveries (http_status, id) WHERE failure IS NOT NULL;
-- Attempts are numbered for each webhook, in the order in which they are written: consoles continue after the last
-- one they have.
CREATE INDEX webhook_deliveries_last_attempt_idx ON webhook_deliveries (webhook_id, last_attempt) WHERE last_attempt IS NOT NULL;
CREATE INDEX webhook_deliveries_open_idx ON webhook_deliveries (webhook_id, subject_key, sequence) WHERE finished_at IS NULL;
CREATE INDEX webhook_deliveries_redelivery_idx ON webhook_deliveries (id) WHERE redelivery IS NOT NULL;
CREATE INDEX webhook_deliveries_status_idx ON webhook_deliveries (status, id) WHERE status <> 'delivered';
CREATE INDEX webhook_deliveries_webhook_id_id_idx ON webhook_deliveries (webhook_id, id);
-- The console counts the undelivered events of a webhook after each attempt.
CREATE INDEX webhook_deliveries_webhook_status_idx ON webhook_deliveries (webhook_id, status, id) WHERE status <> 'delivered';

CREATE TABLE messages (
  id                   text NOT NULL,
  channel              text NOT NULL,
  recipient            text NOT NULL,
  template             text NOT NULL,
  language             text NOT NULL,
  encrypted_parameters bytea,
  state                text NOT NULL,
  attempts             integer NOT NULL DEFAULT 0,
  next_attempt_at      timestamptz(3),
  lease_token          text,
  limit_key            bytea,
  connector_id         text,
  last_error           text,
  created_at           timestamptz(3) NOT NULL,
  expires_at           timestamptz(3) NOT NULL,
  sent_at              timestamptz(3),
  PRIMARY KEY (id),
  CONSTRAINT messages_channel CHECK (channel IN ('email', 'sms')),
  -- A pending message has a time at which it is due, and can be sent.
  CONSTRAINT messages_due CHECK ((state = 'pending') = (next_attempt_at IS NOT NULL)),
  CONSTRAINT messages_state CHECK (state IN ('pending', 'sent', 'failed', 'expired', 'withheld')),
  -- Codes and links are deleted when the message is finished.
  CONSTRAINT messages_wiped CHECK ((state = 'pending') = (encrypted_parameters IS NOT NULL))
);
CREATE INDEX messages_connector_id_id_idx ON messages (connector_id, id);
CREATE INDEX messages_created_at_idx ON messages (created_at);
CREATE INDEX messages_due_idx ON messages (next_attempt_at) WHERE state = 'pending';
CREATE INDEX messages_recipient_id_idx ON messages (recipient, id);
CREATE INDEX messages_state_id_idx ON messages (state, id);

CREATE TABLE inbox_messages (
  id                text NOT NULL,
  position          bigserial,
  recipient         text NOT NULL,
  encrypted_content bytea NOT NULL,
  created_at        timestamptz(3) NOT NULL,
  PRIMARY KEY (id)
);
CREATE UNIQUE INDEX inbox_messages_position_key ON inbox_messages ("position");

-- Counts per hour, so that no log of exchanges is read.
CREATE TABLE exchange_counts (
  hour                   timestamptz(3) NOT NULL,
  application_id         text NOT NULL,
  subject_application_id text NOT NULL,
  api_resource_id        text NOT NULL,
  error                  text NOT NULL,
  description            text NOT NULL,
  count                  bigint NOT NULL,
  first_at               timestamptz(3) NOT NULL,
  last_at                timestamptz(3) NOT NULL,
  PRIMARY KEY (hour, application_id, subject_application_id, api_resource_id, error, description)
);

CREATE TABLE jobs (
  id          text NOT NULL,
  operation   text NOT NULL,
  input       jsonb NOT NULL,
  filter      jsonb NOT NULL,
  search      text,
  state       text NOT NULL DEFAULT 'running',
  reason      text,
  total       integer NOT NULL,
  succeeded   integer NOT NULL DEFAULT 0,
  failed      integer NOT NULL DEFAULT 0,
  failures    jsonb NOT NULL DEFAULT '[]',
  starter     jsonb NOT NULL,
  cause       jsonb NOT NULL,
  after_id    text,
  batch       text[] DEFAULT '{}',
  lease       text,
  lease_until timestamptz(3),
  tries       integer NOT NULL DEFAULT 0,
  created_at  timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  PRIMARY KEY (id)
);
CREATE INDEX jobs_created_at_id_idx ON jobs (created_at, id);
CREATE INDEX jobs_running_idx ON jobs (created_at, id) WHERE state = 'running';

-- Counts per hour, so that statistics over time do not read the log.
CREATE TABLE activity_counts (
  hour  timestamptz(3) NOT NULL,
  kind  text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (hour, kind)
);

-- Deliveries per hour.
CREATE TABLE webhook_counts (
  webhook_id text NOT NULL,
  hour       timestamptz(3) NOT NULL,
  outcome    integer NOT NULL,
  count      bigint NOT NULL,
  PRIMARY KEY (webhook_id, hour, outcome)
);
CREATE INDEX webhook_counts_hour_idx ON webhook_counts (hour);

-- Locking the one row makes processes take turns.
CREATE TABLE activity_count_head (
  id               integer NOT NULL DEFAULT 1,
  event_position   bigint NOT NULL DEFAULT 0,
  flow_entry_id    bigint NOT NULL DEFAULT 0,
  deliveries_until timestamptz(3),
  PRIMARY KEY (id),
  CONSTRAINT activity_count_head_single CHECK (id = 1)
);
INSERT INTO activity_count_head DEFAULT VALUES;

CREATE TABLE flows (
  id             text NOT NULL,
  purpose        text NOT NULL,
  application_id text,
  user_id        text,
  inputs         bytea,
  reference      text NOT NULL,
  state          text NOT NULL DEFAULT 'open',
  version        integer NOT NULL DEFAULT 0,
  created_at     timestamptz(3) NOT NULL,
  touched_at     timestamptz(3) NOT NULL,
  ended_at       timestamptz(3),
  PRIMARY KEY (id),
  -- What a person has entered is deleted when the flow ends.
  CONSTRAINT flows_ended CHECK ((state = 'open') = (ended_at IS NULL) AND (state = 'open' OR inputs IS NULL))
);
CREATE INDEX flows_application_id_created_at_id_idx ON flows (application_id, created_at, id);
-- Most flows are sign-ins: a list of them reads them in the order of their creation.
CREATE INDEX flows_created_at_id_idx ON flows (created_at, id);
CREATE INDEX flows_purpose_idx ON flows (purpose, created_at, id) WHERE purpose <> 'sign-in';
CREATE INDEX flows_reference_idx ON flows (reference);
CREATE INDEX flows_state_created_at_id_idx ON flows (state, created_at, id);
CREATE INDEX flows_user_id_created_at_id_idx ON flows (user_id, created_at, id);

CREATE TABLE challenges (
  id          text NOT NULL,
  flow_id     text NOT NULL,
  kind        text NOT NULL,
  recipient   text NOT NULL,
  secret_hash bytea NOT NULL,
  link_hash   bytea,
  tries_left  integer NOT NULL,
  created_at  timestamptz(3) NOT NULL,
  expires_at  timestamptz(3) NOT NULL,
  consumed_at timestamptz(3),
  PRIMARY KEY (id)
);
CREATE INDEX challenges_flow_id_idx ON challenges (flow_id);

CREATE TABLE verifications (
  flow_id       text NOT NULL,
  kind          text NOT NULL,
  subject       text NOT NULL,
  verified_at   timestamptz(3) NOT NULL,
  session_epoch integer,
  PRIMARY KEY (flow_id, kind, subject)
);

CREATE TABLE flow_entries (
  id      bigserial,
  flow_id text NOT NULL,
  at      timestamptz(3) NOT NULL,
  step    text NOT NULL,
  outcome text NOT NULL,
  reason  text,
  PRIMARY KEY (id)
);
CREATE INDEX flow_entries_flow_id_id_idx ON flow_entries (flow_id, id);

CREATE TABLE devices (
  id            text NOT NULL,
  user_id       text NOT NULL,
  secret_hash   bytea NOT NULL,
  label         text,
  session_epoch integer NOT NULL,
  created_at    timestamptz(3) NOT NULL,
  last_seen_at  timestamptz(3) NOT NULL,
  trusted_until timestamptz(3),
  PRIMARY KEY (id)
);
CREATE INDEX devices_last_seen_at_idx ON devices (last_seen_at);
CREATE UNIQUE INDEX devices_user_id_secret_hash_key ON devices (user_id, secret_hash);

CREATE TABLE attempt_limits (
  key          bytea NOT NULL,
  attempts     integer NOT NULL,
  failures     integer NOT NULL DEFAULT 0,
  locks        integer NOT NULL DEFAULT 0,
  locked_until timestamptz(3),
  updated_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (key)
);
CREATE INDEX attempt_limits_updated_at_idx ON attempt_limits (updated_at);

CREATE TABLE one_time_tokens (
  id                         text NOT NULL,
  secret_hash                bytea NOT NULL,
  email                      text,
  user_id                    text,
  user_session_epoch         integer,
  organization_ids           text[] DEFAULT '{}',
  organization_invitation_id text,
  expires_at                 timestamptz(3) NOT NULL,
  used_at                    timestamptz(3),
  revoked_at                 timestamptz(3),
  created_at                 timestamptz(3) NOT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX one_time_tokens_expires_at_idx ON one_time_tokens (expires_at);
CREATE INDEX one_time_tokens_organization_invitation_id_idx ON one_time_tokens (organization_invitation_id);
CREATE INDEX one_time_tokens_user_id_idx ON one_time_tokens (user_id);

CREATE TABLE message_limits (
  key        bytea NOT NULL,
  sent_at    timestamptz(3)[],
  limited_at timestamptz(3),
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (key)
);
CREATE INDEX message_limits_updated_at_idx ON message_limits (updated_at);

CREATE TABLE network_limits (
  key        bytea NOT NULL,
  count      integer NOT NULL,
  recipients bytea[],
  started_at timestamptz(3) NOT NULL,
  PRIMARY KEY (key)
);
CREATE INDEX network_limits_started_at_idx ON network_limits (started_at);

-- There is one, so that it has a version and can be locked.
CREATE TABLE sign_in_experiences (
  id         text NOT NULL,
  policy     jsonb NOT NULL DEFAULT '{}',
  tests      jsonb NOT NULL DEFAULT '[]',
  version    integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (id)
);
INSERT INTO sign_in_experiences (id, updated_at) VALUES ('exp_01kazpw2wpea2bq8qw3xz4s2kr', now());

-- Foreign keys
ALTER TABLE user_preferences ADD CONSTRAINT user_preferences_id_fkey
  FOREIGN KEY (id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE user_identities ADD CONSTRAINT user_identities_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE factors ADD CONSTRAINT factors_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE role_scopes ADD CONSTRAINT role_scopes_role_id_fkey
  FOREIGN KEY (role_id) REFERENCES roles(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE role_scopes ADD CONSTRAINT role_scopes_scope_id_fkey
  FOREIGN KEY (scope_id) REFERENCES scopes(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE user_roles ADD CONSTRAINT user_roles_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE application_roles ADD CONSTRAINT application_roles_application_id_fkey
  FOREIGN KEY (application_id) REFERENCES applications(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE scopes ADD CONSTRAINT scopes_api_resource_id_fkey
  FOREIGN KEY (api_resource_id) REFERENCES api_resources(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE application_logos ADD CONSTRAINT application_logos_application_id_fkey
  FOREIGN KEY (application_id) REFERENCES applications(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE application_secrets ADD CONSTRAINT application_secrets_application_id_fkey
  FOREIGN KEY (application_id) REFERENCES applications(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE organization_role_scopes ADD CONSTRAINT organization_role_scopes_organization_role_id_fkey
  FOREIGN KEY (organization_role_id) REFERENCES organization_roles(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE organization_role_scopes ADD CONSTRAINT organization_role_scopes_organization_scope_id_fkey
  FOREIGN KEY (organization_scope_id) REFERENCES organization_scopes(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE organization_role_api_scopes ADD CONSTRAINT organization_role_api_scopes_organization_role_id_fkey
  FOREIGN KEY (organization_role_id) REFERENCES organization_roles(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE organization_role_api_scopes ADD CONSTRAINT organization_role_api_scopes_scope_id_fkey
  FOREIGN KEY (scope_id) REFERENCES scopes(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE organization_users ADD CONSTRAINT organization_users_organization_id_fkey
  FOREIGN KEY (organization_id) REFERENCES organizations(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE organization_users ADD CONSTRAINT organization_users_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE organization_user_roles ADD CONSTRAINT organization_user_roles_organization_id_user_id_fkey
  FOREIGN KEY (organization_id, user_id) REFERENCES organization_users(organization_id, user_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE organization_former_users ADD CONSTRAINT organization_former_users_organization_id_fkey
  FOREIGN KEY (organization_id) REFERENCES organizations(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE organization_former_users ADD CONSTRAINT organization_former_users_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE organization_domains ADD CONSTRAINT organization_domains_organization_id_fkey
  FOREIGN KEY (organization_id) REFERENCES organizations(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE organization_domain_roles ADD CONSTRAINT organization_domain_roles_organization_id_domain_fkey
  FOREIGN KEY (organization_id, domain) REFERENCES organization_domains(organization_id, domain) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE organization_applications ADD CONSTRAINT organization_applications_application_id_fkey
  FOREIGN KEY (application_id) REFERENCES applications(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE organization_applications ADD CONSTRAINT organization_applications_organization_id_fkey
  FOREIGN KEY (organization_id) REFERENCES organizations(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE organization_application_roles ADD CONSTRAINT organization_application_roles_organization_id_application_fkey
  FOREIGN KEY (organization_id, application_id) REFERENCES organization_applications(organization_id, application_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE organization_invitations ADD CONSTRAINT organization_invitations_accepted_user_id_fkey
  FOREIGN KEY (accepted_user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE organization_invitations ADD CONSTRAINT organization_invitations_inviter_id_fkey
  FOREIGN KEY (inviter_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE organization_invitations ADD CONSTRAINT organization_invitations_organization_id_fkey
  FOREIGN KEY (organization_id) REFERENCES organizations(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE organization_invitation_roles ADD CONSTRAINT organization_invitation_roles_organization_invitation_id_fkey
  FOREIGN KEY (organization_invitation_id) REFERENCES organization_invitations(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE webhook_secrets ADD CONSTRAINT webhook_secrets_webhook_id_fkey
  FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE challenges ADD CONSTRAINT challenges_flow_id_fkey
  FOREIGN KEY (flow_id) REFERENCES flows(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE verifications ADD CONSTRAINT verifications_flow_id_fkey
  FOREIGN KEY (flow_id) REFERENCES flows(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE flow_entries ADD CONSTRAINT flow_entries_flow_id_fkey
  FOREIGN KEY (flow_id) REFERENCES flows(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE devices ADD CONSTRAINT devices_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE one_time_tokens ADD CONSTRAINT one_time_tokens_organization_invitation_id_fkey
  FOREIGN KEY (organization_invitation_id) REFERENCES organization_invitations(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE one_time_tokens ADD CONSTRAINT one_time_tokens_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
