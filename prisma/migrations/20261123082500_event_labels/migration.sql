-- AlterTable
ALTER TABLE "events" ADD COLUMN     "subject_label" TEXT;
