-- CreateTable
CREATE TABLE "user_preferences" (
    "id" TEXT NOT NULL,
    "document" JSONB NOT NULL DEFAULT '{}',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_preferences_pkey" PRIMARY KEY ("id")
);

-- AddForeignKey
ALTER TABLE "user_preferences" ADD CONSTRAINT "user_preferences_id_fkey" FOREIGN KEY ("id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- A merge patch (RFC 7396) changes an object.
ALTER TABLE "user_preferences" ADD CONSTRAINT "user_preferences_document_object" CHECK (jsonb_typeof("document") = 'object');
