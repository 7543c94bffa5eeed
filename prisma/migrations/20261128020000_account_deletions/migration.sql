-- AlterTable
ALTER TABLE "users" ADD COLUMN     "deletion_due_at" TIMESTAMPTZ(3);

-- An account that is due for deletion is suspended: who reactivates it keeps it.
ALTER TABLE "users" ADD CONSTRAINT "users_deletion_due_check" CHECK (deletion_due_at IS NULL OR suspended_at IS NOT NULL);

-- Few accounts are due.
CREATE INDEX "users_deletion_due_idx" ON "users" ("deletion_due_at", "id") WHERE "deletion_due_at" IS NOT NULL;
