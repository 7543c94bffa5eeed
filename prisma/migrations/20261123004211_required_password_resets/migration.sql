-- AlterTable
ALTER TABLE "users" ADD COLUMN     "password_reset_required_at" TIMESTAMPTZ(3);

