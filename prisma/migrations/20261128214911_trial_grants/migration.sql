-- AlterTable
ALTER TABLE "sign_in_trials" ADD COLUMN     "grant_id" TEXT;

