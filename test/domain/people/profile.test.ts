import { expect, test } from 'vitest';
import { profileSchema } from '../../../src/domain/people/profile.ts';

const accepts = (profile: unknown) => profileSchema.safeParse(profile).success;

test('a profile has any of the standard claims, or null to remove one', () => {
  const address = { formatted: 'Main Street 1\n12345 Town', streetAddress: 'Main Street 1', locality: null };
  const names = { givenName: 'Ada', familyName: 'Lovelace', middleName: null, nickname: 'A', preferredUsername: 'ada' };
  const more = { profile: 'https://a.example/ada', website: 'https://ada.example', gender: 'female', locale: 'en-GB' };
  expect(accepts({ ...names, ...more, birthdate: '0000-12-10', zoneinfo: 'Europe/London', address })).toBe(true);
  expect(accepts({})).toBe(true);
});

test.each([
  { website: 'javascript:alert(1)' },
  { profile: 'ada' },
  { birthdate: '10.12.1815' },
  { birthdate: '1815-12' },
  { givenName: 'a\0' },
  { givenName: 'x'.repeat(257) },
  { address: { country: '\ud800' } },
  { address: 'Main Street 1' },
  { address: { planet: 'Earth' } },
  { email: 'ada@example.com' },
  null,
  [],
])('a profile is not %j', (profile) => expect(accepts(profile)).toBe(false));
