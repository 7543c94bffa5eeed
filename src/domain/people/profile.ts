import { z } from 'zod';
import { textSchema, webAddressSchema } from '../text.ts';

const text = textSchema(256);

/**
 * The OpenID Connect standard claims (Core 1.0, section 5.1) that are stored as one object, under their GraphQL names.
 * Name and picture have their own columns.
 */
export const profileSchema = z
  .strictObject({
    givenName: text.nullish().describe('Given name(s) or first name(s).'),
    familyName: text.nullish().describe('Surname(s) or last name(s).'),
    middleName: text.nullish().describe('Middle name(s).'),
    nickname: text.nullish().describe('Casual name.'),
    preferredUsername: text.nullish().describe('Preferred short name.'),
    profile: webAddressSchema.nullish().describe('URL of the profile page.'),
    website: webAddressSchema.nullish().describe('URL of the website or blog.'),
    gender: text.nullish().describe('Gender, as free text.'),
    birthdate: z
      .string()
      .regex(/^(\d{4}|0000)(-\d{2}-\d{2})?$/, 'Must be YYYY-MM-DD or YYYY.')
      .nullish()
      .describe('Birth date, YYYY-MM-DD or YYYY; 0000 if the year is unknown.'),
    zoneinfo: text.nullish().describe('Time zone, for example Europe/Berlin.'),
    locale: textSchema(64).nullish().describe('Language tag, for example de-CH.'),
    address: z
      .strictObject({
        formatted: textSchema(1024).nullish().describe('Full address, formatted for a label.'),
        streetAddress: textSchema(512).nullish().describe('Street and number.'),
        locality: text.nullish().describe('City.'),
        region: text.nullish().describe('State, province or region.'),
        postalCode: textSchema(64).nullish().describe('Postal code.'),
        country: text.nullish().describe('Country.'),
      })
      .meta({ id: 'AddressInput' })
      .nullish()
      .describe('Postal address.'),
  })
  .meta({ id: 'UserProfileInput' });

export type Profile = z.output<typeof profileSchema>;
