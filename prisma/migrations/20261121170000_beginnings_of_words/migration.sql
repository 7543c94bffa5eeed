-- A search for the beginning of a word asks one entry of an index, however many names there are. By trigrams it took as long as the
-- commonest three letters of what was searched for have names, compared list by list: 10 ms among a million.

-- The beginnings of each word of a name, of 12 characters at most, in lower case. Longer ones are told apart by the name itself.
-- In PL/pgSQL because it takes a twelfth of the time of a statement that does the same.
CREATE FUNCTION word_beginnings(name TEXT) RETURNS TEXT[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  beginnings TEXT[] := '{}';
  word TEXT;
BEGIN
  FOREACH word IN ARRAY string_to_array(lower(name), ' ') LOOP
    FOR length IN 1..least(char_length(word), 12) LOOP
      beginnings := beginnings || left(word, length);
    END LOOP;
  END LOOP;
  RETURN beginnings;
END
$$;

ALTER TABLE "users" ADD COLUMN "name_beginnings" TEXT[] GENERATED ALWAYS AS (word_beginnings("name")) STORED;
ALTER TABLE "organizations" ADD COLUMN "name_beginnings" TEXT[] GENERATED ALWAYS AS (word_beginnings("name")) STORED;

-- Indexed when they are written: by default they would wait in a list that every search reads from end to end, until it is vacuumed.
CREATE INDEX "users_name_beginnings_idx" ON "users" USING GIN ("name_beginnings") WITH (fastupdate = off);
CREATE INDEX "organizations_name_beginnings_idx" ON "organizations" USING GIN ("name_beginnings") WITH (fastupdate = off);
