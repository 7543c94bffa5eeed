-- Room for new versions of a row in its page, so that no index is written when a session is used or a token consumed:
-- half the time of a write of last uses. Existing pages are full until their rows are replaced.
ALTER TABLE "oidc_records" SET (fillfactor = 85);
