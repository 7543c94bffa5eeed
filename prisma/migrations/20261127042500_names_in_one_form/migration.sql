-- Names and descriptions in the form that inputs have: canonically equal texts are one text (Unicode UAX 15). No two unique names
-- become the same: they differ in the form NFKC already.
UPDATE "users" SET "name" = normalize("name", NFC) WHERE "name" IS NOT NFC NORMALIZED;
UPDATE "organizations" SET "name" = normalize("name", NFC), "description" = normalize("description", NFC)
  WHERE "name" IS NOT NFC NORMALIZED OR "description" IS NOT NFC NORMALIZED;
UPDATE "roles" SET "name" = normalize("name", NFC), "description" = normalize("description", NFC)
  WHERE "name" IS NOT NFC NORMALIZED OR "description" IS NOT NFC NORMALIZED;
UPDATE "api_resources" SET "name" = normalize("name", NFC) WHERE "name" IS NOT NFC NORMALIZED;
UPDATE "scopes" SET "description" = normalize("description", NFC) WHERE "description" IS NOT NFC NORMALIZED;
UPDATE "applications" SET "name" = normalize("name", NFC), "description" = normalize("description", NFC)
  WHERE "name" IS NOT NFC NORMALIZED OR "description" IS NOT NFC NORMALIZED;
UPDATE "organization_roles" SET "name" = normalize("name", NFC), "description" = normalize("description", NFC)
  WHERE "name" IS NOT NFC NORMALIZED OR "description" IS NOT NFC NORMALIZED;
UPDATE "organization_scopes" SET "description" = normalize("description", NFC) WHERE "description" IS NOT NFC NORMALIZED;
UPDATE "webhooks" SET "name" = normalize("name", NFC) WHERE "name" IS NOT NFC NORMALIZED;
UPDATE "connectors" SET "name" = normalize("name", NFC) WHERE "name" IS NOT NFC NORMALIZED;

-- Computed by the function that changes.
ALTER TABLE "users" DROP COLUMN "name_beginnings";
ALTER TABLE "organizations" DROP COLUMN "name_beginnings";

-- A word also begins after punctuation: "Jean-Luc" is found by "Luc". The characters are those of src/reads/conditions.ts.
CREATE OR REPLACE FUNCTION word_beginnings(name TEXT) RETURNS TEXT[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  beginnings TEXT[] := '{}';
  word TEXT;
BEGIN
  FOREACH word IN ARRAY string_to_array(translate(lower(name COLLATE "und-x-icu"), U&'\03C2\0307', U&'\03C3'), ' ') LOOP
    WHILE word IS NOT NULL LOOP
      FOR length IN 1..least(char_length(word), 12) LOOP
        beginnings := beginnings || left(word, length);
      END LOOP;
      -- What follows the first of these characters.
      word := substring(word FROM U&'[\00A0\2010\2011/''\2019"(.,:_&+@-]+(.+)$');
    END LOOP;
  END LOOP;
  RETURN beginnings;
END
$$;

ALTER TABLE "users" ADD COLUMN "name_beginnings" TEXT[] GENERATED ALWAYS AS (word_beginnings("name")) STORED;
ALTER TABLE "organizations" ADD COLUMN "name_beginnings" TEXT[] GENERATED ALWAYS AS (word_beginnings("name")) STORED;
CREATE INDEX "users_name_beginnings_idx" ON "users" USING GIN ("name_beginnings") WITH (fastupdate = off);
CREATE INDEX "organizations_name_beginnings_idx" ON "organizations" USING GIN ("name_beginnings") WITH (fastupdate = off);
