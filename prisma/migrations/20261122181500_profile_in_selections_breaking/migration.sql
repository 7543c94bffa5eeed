-- In events, the profile of a user has the type UserProfile as in the record, so a selection must name its fields. A
-- selection of the whole profile becomes one of all its fields. Names of fragments and aliases are not changed.
-- Breaking: earlier versions refuse fields of the profile.
UPDATE "webhooks" SET "selection" = regexp_replace("selection",
  '(?<!\.\s*)(?<!fragment\s+)\mprofile\M(?!\s*[:{])',
  'profile { givenName familyName middleName nickname preferredUsername profile website gender birthdate zoneinfo locale address { formatted streetAddress locality region postalCode country } }',
  'g')
WHERE "selection" ~ '\mprofile\M';
