-- Relations that the typed client knows and the database does not check: what the comparison of the migrations with the schema adds to them
-- (tools/testing/migrations.ts), and nobody else. Deleting a webhook or an event leaves its deliveries, however many there are, to src/store/retention.ts.
-- Until they are removed, nobody sees them (src/reads/webhook-deliveries.ts). They are written under the lock of the webhook.
-- Deleting a role leaves what it is assigned to, in the same way, to src/store/deleted-roles.ts. Roles are assigned under a lock of the role.
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_role_id_fkey" FOREIGN KEY ("role_id") REFERENCES "roles"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "application_roles" ADD CONSTRAINT "application_roles_role_id_fkey" FOREIGN KEY ("role_id") REFERENCES "roles"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "organization_user_roles" ADD CONSTRAINT "organization_user_roles_organization_role_id_fkey" FOREIGN KEY ("organization_role_id") REFERENCES "organization_roles"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "organization_application_roles" ADD CONSTRAINT "organization_application_roles_organization_role_id_fkey" FOREIGN KEY ("organization_role_id") REFERENCES "organization_roles"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "organization_invitation_roles" ADD CONSTRAINT "organization_invitation_roles_organization_role_id_fkey" FOREIGN KEY ("organization_role_id") REFERENCES "organization_roles"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "organization_domain_roles" ADD CONSTRAINT "organization_domain_roles_organization_role_id_fkey" FOREIGN KEY ("organization_role_id") REFERENCES "organization_roles"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "identity_provider_organization_roles" ADD CONSTRAINT "identity_provider_organization_roles_organization_role_id_fkey" FOREIGN KEY ("organization_role_id") REFERENCES "organization_roles"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
