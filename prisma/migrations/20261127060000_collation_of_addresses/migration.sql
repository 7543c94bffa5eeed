-- Searched in any case as the names beside them, whatever the locale of the database: in Turkish, the lower case of I is another
-- letter. Indicators are ASCII, and every token request looks one up.
ALTER TABLE "api_resources" ALTER COLUMN "indicator" TYPE TEXT COLLATE "C";
ALTER TABLE "webhooks" ALTER COLUMN "url" TYPE TEXT COLLATE "und-x-icu";
