import { describe, expect, it } from 'vitest';
import { initialsOf, nameWithLine } from '../../../src/console/data/records/recognition.ts';
import { plainName } from '../../../src/console/data/records/plain-names.ts';
import { timeInWords } from '../../../src/console/parts/time/in-words.ts';
import { durationIn } from '../../../src/console/words/duration.ts';

const now = Date.parse('2026-11-27T09:00:00Z');
const inWords = (time: string, locale = 'en', timeZone = 'UTC'): string =>
  timeInWords(Date.parse(time), now, { locale, timeZone });

describe('a time', () => {
  it.each([
    ['2026-11-27T08:57:00Z', '3 minutes ago', 'vor 3 Minuten'],
    ['2026-11-26T23:00:00Z', '10 hours ago', 'vor 10 Stunden'],
    ['2026-11-26T14:05:00Z', 'yesterday, 14:05', 'gestern, 14:05'],
    ['2026-11-28T22:00:00Z', 'tomorrow, 22:00', 'morgen, 22:00'],
    ['2026-11-24T00:05:00Z', '3 days ago, 00:05', 'vor 3 Tagen, 00:05'],
    ['2026-03-03T10:00:00Z', 'Mar 3, 2026', '03.03.2026'],
  ])('%s is shown as %s', (time, english, german) => {
    expect([inWords(time), inWords(time, 'de')]).toEqual([english, german]);
  });

  it('is of the day in the time zone of the reader', () => {
    expect(inWords('2026-11-25T20:00:00Z')).toBe('2 days ago, 20:00');
    expect(inWords('2026-11-25T20:00:00Z', 'en', 'Asia/Tokyo')).toBe('yesterday, 05:00');
  });
});

describe('a number of seconds', () => {
  it.each([
    [3600, '1 hour', '1 Stunde'],
    [300, '5 minutes', '5 Minuten'],
    [5400, '1 hour, 30 minutes', '1 Stunde, 30 Minuten'],
    [1_209_600, '14 days', '14 Tage'],
    [0, '0 seconds', '0 Sekunden'],
  ])('%d is shown in words', (seconds, english, german) => {
    expect([durationIn('en')(seconds), durationIn('de')(seconds)]).toEqual([english, german]);
  });
});

describe('a name', () => {
  it.each([
    ['Joan Clarke', 'JC'],
    ['madonna', 'M'],
    ['Import 1', 'I'],
    ['2nd floor 3', 'F'],
    ['007', '0'],
    ['<img src=x> "quoted"', 'IQ'],
    ['محمد العربي', 'ما'],
    ['👩‍🚀', '·'],
  ])('%s has initials', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });

  it.each([
    ['Evil \u202Egnp.exe', 'Evil gnp.exe'],
    ['\u2066Admin\u2069istrator', 'Administrator'],
    ['Ada\u200B Lovelace', 'Ada Lovelace'],
    ['two\nlines', 'two lines'],
    ['👩\u200D🚀', '👩\u200D🚀'],
    ['محمد بن عبد الله', 'محمد بن عبد الله'],
  ])('%j keeps what can be read', (name, plain) => {
    expect(plainName(name)).toBe(plain);
  });

  it.each([
    ['a person', { id: 'user_1', displayName: 'Joan', email: null, username: 'joan42' }, 'Joan · joan42'],
    ['a person without a name', { id: 'user_1', displayName: 'joan42', username: 'joan42' }, 'joan42'],
    ['an application', { id: 'app_1', displayName: 'Payments' }, 'Payments · app_1'],
    [
      'an API resource',
      { id: 'res_1', displayName: 'Orders', indicator: 'https://o.example' },
      'Orders · https://o.example',
    ],
    ['a role without a purpose', { id: 'role_1', displayName: 'Reader', description: '' }, 'Reader'],
  ])('%s has a line that distinguishes it from others of its name', (_case, record, line) => {
    expect(nameWithLine(record)).toBe(line);
  });
});
