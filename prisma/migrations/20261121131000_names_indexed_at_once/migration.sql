-- Names are indexed when they are written. By default they would wait in a list that every search reads from end to end, until it is vacuumed.
ALTER INDEX "users_name_words_idx" SET (fastupdate = off);
ALTER INDEX "organizations_name_words_idx" SET (fastupdate = off);
