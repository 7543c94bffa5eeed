-- Names are found and sorted alike in every database, whatever its locale: by the root collation of ICU, which sorts without
-- regard to case first, and knows lower case in every language.

-- Computed from the columns whose collation changes.
ALTER TABLE "users" DROP COLUMN "name_beginnings";
ALTER TABLE "organizations" DROP COLUMN "name_beginnings";

ALTER TABLE "users" ALTER COLUMN "name" TYPE TEXT COLLATE "und-x-icu";
ALTER TABLE "organizations" ALTER COLUMN "name" TYPE TEXT COLLATE "und-x-icu";
ALTER TABLE "roles" ALTER COLUMN "name" TYPE TEXT COLLATE "und-x-icu", ALTER COLUMN "description" TYPE TEXT COLLATE "und-x-icu";
ALTER TABLE "api_resources" ALTER COLUMN "name" TYPE TEXT COLLATE "und-x-icu";
ALTER TABLE "scopes" ALTER COLUMN "name" TYPE TEXT COLLATE "und-x-icu", ALTER COLUMN "description" TYPE TEXT COLLATE "und-x-icu";
ALTER TABLE "applications" ALTER COLUMN "name" TYPE TEXT COLLATE "und-x-icu", ALTER COLUMN "description" TYPE TEXT COLLATE "und-x-icu";
ALTER TABLE "organization_roles" ALTER COLUMN "name" TYPE TEXT COLLATE "und-x-icu", ALTER COLUMN "description" TYPE TEXT COLLATE "und-x-icu";
ALTER TABLE "organization_scopes" ALTER COLUMN "name" TYPE TEXT COLLATE "und-x-icu", ALTER COLUMN "description" TYPE TEXT COLLATE "und-x-icu";
ALTER TABLE "webhooks" ALTER COLUMN "name" TYPE TEXT COLLATE "und-x-icu";
ALTER TABLE "connectors" ALTER COLUMN "name" TYPE TEXT COLLATE "und-x-icu";

-- The final sigma is the same letter in the middle of a longer word, and the dot of a capital I is a character of its own.
CREATE OR REPLACE FUNCTION word_beginnings(name TEXT) RETURNS TEXT[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  beginnings TEXT[] := '{}';
  word TEXT;
BEGIN
  FOREACH word IN ARRAY string_to_array(translate(lower(name COLLATE "und-x-icu"), U&'\03C2\0307', U&'\03C3'), ' ') LOOP
    FOR length IN 1..least(char_length(word), 12) LOOP
      beginnings := beginnings || left(word, length);
    END LOOP;
  END LOOP;
  RETURN beginnings;
END
$$;

ALTER TABLE "users" ADD COLUMN "name_beginnings" TEXT[] GENERATED ALWAYS AS (word_beginnings("name")) STORED;
ALTER TABLE "organizations" ADD COLUMN "name_beginnings" TEXT[] GENERATED ALWAYS AS (word_beginnings("name")) STORED;
CREATE INDEX "users_name_beginnings_idx" ON "users" USING GIN ("name_beginnings") WITH (fastupdate = off);
CREATE INDEX "organizations_name_beginnings_idx" ON "organizations" USING GIN ("name_beginnings") WITH (fastupdate = off);
