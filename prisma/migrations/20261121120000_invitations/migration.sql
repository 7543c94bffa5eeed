-- Statuses are spelled as callers see them.
ALTER TYPE "InvitationStatus" RENAME VALUE 'PENDING' TO 'Pending';
ALTER TYPE "InvitationStatus" RENAME VALUE 'ACCEPTED' TO 'Accepted';
ALTER TYPE "InvitationStatus" RENAME VALUE 'EXPIRED' TO 'Expired';
ALTER TYPE "InvitationStatus" RENAME VALUE 'REVOKED' TO 'Revoked';

-- One person waits once: of two invitations made at the same moment, one is refused.
CREATE UNIQUE INDEX "organization_invitations_pending_key" ON "organization_invitations"("organization_id", "invitee_email") WHERE "status" = 'Pending';

-- CreateIndex
CREATE INDEX "organization_invitations_accepted_user_id_idx" ON "organization_invitations"("accepted_user_id");

-- AddForeignKey
UPDATE "organization_invitations" SET "accepted_user_id" = NULL WHERE "accepted_user_id" NOT IN (SELECT "id" FROM "users");
ALTER TABLE "organization_invitations" ADD CONSTRAINT "organization_invitations_accepted_user_id_fkey" FOREIGN KEY ("accepted_user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
