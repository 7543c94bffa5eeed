-- Seconds after a sign-in from which on an application needs a new one. Null: as long as the session lasts.
ALTER TABLE "applications" ADD COLUMN "session_limit_seconds" INTEGER;
