-- AlterTable
ALTER TABLE "applications" ADD COLUMN     "logo_uri" TEXT;

-- CreateTable
CREATE TABLE "application_logos" (
    "application_id" TEXT NOT NULL,
    "uri" TEXT NOT NULL,
    "media_type" TEXT,
    "image" BYTEA,
    "fetched_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "application_logos_pkey" PRIMARY KEY ("application_id"),
    -- An image is served with its type.
    CONSTRAINT "application_logos_typed" CHECK (("image" IS NULL) = ("media_type" IS NULL))
);

-- AddForeignKey
ALTER TABLE "application_logos" ADD CONSTRAINT "application_logos_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE CASCADE ON UPDATE CASCADE;
