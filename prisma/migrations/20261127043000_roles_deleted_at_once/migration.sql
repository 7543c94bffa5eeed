-- A role can have millions of holders: removing them with it took longer than a transaction may. They are removed afterwards, in batches
-- (store/deleted-roles.ts). What assigns a role holds its lock.
ALTER TABLE "user_roles" DROP CONSTRAINT "user_roles_role_id_fkey";
ALTER TABLE "application_roles" DROP CONSTRAINT "application_roles_role_id_fkey";
ALTER TABLE "organization_user_roles" DROP CONSTRAINT "organization_user_roles_organization_role_id_fkey";
ALTER TABLE "organization_application_roles" DROP CONSTRAINT "organization_application_roles_organization_role_id_fkey";
ALTER TABLE "organization_invitation_roles" DROP CONSTRAINT "organization_invitation_roles_organization_role_id_fkey";
ALTER TABLE "organization_domain_roles" DROP CONSTRAINT "organization_domain_roles_organization_role_id_fkey";

-- Each batch has the first holders of a role.
DROP INDEX "application_roles_role_id_idx";
DROP INDEX "organization_application_roles_organization_role_id_idx";
DROP INDEX "organization_invitation_roles_organization_role_id_idx";
DROP INDEX "organization_domain_roles_organization_role_id_idx";
CREATE INDEX "application_roles_role_id_application_id_idx" ON "application_roles"("role_id", "application_id");
CREATE INDEX "organization_application_roles_organization_role_id_organiz_idx" ON "organization_application_roles"("organization_role_id", "organization_id", "application_id");
CREATE INDEX "organization_invitation_roles_organization_role_id_organiza_idx" ON "organization_invitation_roles"("organization_role_id", "organization_invitation_id");
CREATE INDEX "organization_domain_roles_organization_role_id_organization_idx" ON "organization_domain_roles"("organization_role_id", "organization_id", "domain");
