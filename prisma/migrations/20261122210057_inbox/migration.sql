-- CreateTable
CREATE TABLE "inbox_messages" (
    "id" TEXT NOT NULL,
    "position" BIGSERIAL NOT NULL,
    "recipient" TEXT NOT NULL,
    "encrypted_content" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "inbox_messages_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "inbox_messages_position_key" ON "inbox_messages"("position");

