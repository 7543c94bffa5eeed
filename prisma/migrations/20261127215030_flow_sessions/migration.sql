-- AlterTable
ALTER TABLE "flows" ADD COLUMN     "session_uid" TEXT;

