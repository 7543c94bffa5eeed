-- AlterTable
ALTER TABLE "identity_provider_trials" ADD COLUMN     "returned_at" TIMESTAMPTZ(3),
ALTER COLUMN "sealed" DROP NOT NULL;
