import { z } from 'zod';
import { textSchema, webAddressSchema } from './text.ts';

const text = textSchema(256);

/**
 * The OIDC standard claims kept as one object (OpenID Connect Core 1.0, section 5.1), under their GraphQL names.
 * Name and picture have columns of their own.
 */
export const profileSchema = z
  .strictObject({
    givenName: text.nullish().describe('Given name(s) or first name(s).'),
    familyName: text.nullish().describe('Surname(s) or last name(s).'),
    middleName: text.nullish().describe('Middle name(s).'),
    nickname: text.nullish().describe('Casual name.'),
    preferredUsername: text.nullish().describe('Shorthand name to be called by.'),
    profile: webAddressSchema.nullish().describe('Address of the profile page.'),
    website: webAddressSchema.nullish().describe('Address of the web page or blog.'),
    gender: text.nullish().describe('Gender, in free words.'),
    birthdate: z
      .string()
      .regex(/^(\d{4}|0000)(-\d{2}-\d{2})?$/, 'A birth date is written YYYY-MM-DD or YYYY.')
      .nullish()
      .describe('Birthday, YYYY-MM-DD or YYYY; the year may be 0000.'),
    zoneinfo: text.nullish().describe('Time zone, for instance Europe/Berlin.'),
    locale: textSchema(64).nullish().describe('Language tag, for instance de-CH.'),
    address: z
      .strictObject({
        formatted: textSchema(1024).nullish().describe('The whole address, as on a label.'),
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
