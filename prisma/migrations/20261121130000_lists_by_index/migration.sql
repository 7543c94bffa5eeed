-- Every list of the Management API is read through an index, however many records there are.

-- Identifiers are compared byte by byte: then the index that makes them unique also finds those that begin with something, whatever
-- the language of the database. (Joined with a column of another collation, "=" would ask for an explicit one.)
ALTER TABLE "users" ALTER COLUMN "username" TYPE TEXT COLLATE "C";
ALTER TABLE "users" ALTER COLUMN "email" TYPE TEXT COLLATE "C";
ALTER TABLE "users" ALTER COLUMN "phone" TYPE TEXT COLLATE "C";
ALTER TABLE "organization_invitations" ALTER COLUMN "invitee_email" TYPE TEXT COLLATE "C";

-- One index for each order. What has no value comes first, and the schema cannot say so.
CREATE INDEX "users_updated_at_id_idx" ON "users"("updated_at", "id");
CREATE INDEX "users_last_sign_in_at_id_idx" ON "users"("last_sign_in_at" NULLS FIRST, "id");
CREATE INDEX "users_email_id_idx" ON "users"("email" NULLS FIRST, "id");
CREATE INDEX "users_username_id_idx" ON "users"("username" NULLS FIRST, "id");
CREATE INDEX "users_name_id_idx" ON "users"("name" NULLS FIRST, "id");
CREATE INDEX "organizations_updated_at_id_idx" ON "organizations"("updated_at", "id");
CREATE INDEX "organizations_name_id_idx" ON "organizations"("name", "id");

-- Few of many are suspended, and someone asks for just those.
CREATE INDEX "users_suspended_idx" ON "users"("id") WHERE "suspended_at" IS NOT NULL;

-- A role, an organization can have a million members: a page of them is read in its order, not sorted.
DROP INDEX "user_roles_role_id_idx";
CREATE INDEX "user_roles_role_id_user_id_idx" ON "user_roles"("role_id", "user_id");
DROP INDEX "organization_user_roles_organization_role_id_idx";
CREATE INDEX "organization_user_roles_organization_role_id_organization_i_idx" ON "organization_user_roles"("organization_role_id", "organization_id", "user_id");
CREATE INDEX "organization_users_organization_id_created_at_user_id_idx" ON "organization_users"("organization_id", "created_at", "user_id");

-- Events by where they happened and by who caused them. The expression is the one that the typed client asks with.
CREATE INDEX "events_organization_id_position_idx" ON "events"("organization_id", "position");
CREATE INDEX "events_actor_position_idx" ON "events"(("actor" #> '{id}'), "position");
