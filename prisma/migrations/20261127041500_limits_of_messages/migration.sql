-- The limit that has counted a message, so that one that could not be sent no longer counts.
ALTER TABLE "messages" ADD COLUMN "limit_key" BYTEA;
