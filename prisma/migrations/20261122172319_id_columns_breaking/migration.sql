-- Columns are called as the fields of the models are: "apiResourceId" of a scope was stored in "resource_id",
-- "organizationInvitationId" of a role offered by an invitation in "invitation_id".
-- Breaking: earlier versions read and write the former names.
ALTER TABLE "scopes" RENAME COLUMN "resource_id" TO "api_resource_id";
ALTER TABLE "scopes" RENAME CONSTRAINT "scopes_resource_id_fkey" TO "scopes_api_resource_id_fkey";
ALTER INDEX "scopes_resource_id_name_key" RENAME TO "scopes_api_resource_id_name_key";
ALTER INDEX "scopes_resource_id_name_form_key" RENAME TO "scopes_api_resource_id_name_form_key";

ALTER TABLE "organization_invitation_roles" RENAME COLUMN "invitation_id" TO "organization_invitation_id";
ALTER TABLE "organization_invitation_roles" RENAME CONSTRAINT "organization_invitation_roles_invitation_id_fkey"
  TO "organization_invitation_roles_organization_invitation_id_fkey";
