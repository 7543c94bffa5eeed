-- The interface LiveEvent became Event, which lists and payloads have, too. Names of fragments and aliases are not
-- changed. Breaking: earlier versions refuse selections on Event.
UPDATE "webhooks" SET "selection" = regexp_replace("selection", '(?<=\mon\s*)\mLiveEvent\M', 'Event', 'g')
WHERE "selection" ~ '\mLiveEvent\M';
