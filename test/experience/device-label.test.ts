import { expect, test } from 'vitest';
import { deviceLabel } from '../../src/experience/device-label.ts';

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0';

test.each([
  [firefox, 'Firefox, Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Safari, macOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
    'Chrome, Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'Linux'],
])('the label of %s is %s', async (userAgent, label) => {
  expect(await deviceLabel(userAgent)).toBe(label);
});

test('a label contains nothing that the client has made up, because mails contain it', async () => {
  const own = [
    'WinAPrize/1.0',
    'Win a prize at https://evil.example/ Browser/1',
    'Prize/2 (Free Money OS)',
    '<b>x</b>/1',
    '\r\nBcc: a@b',
    '',
    undefined,
  ];
  for (const userAgent of own) expect(await deviceLabel(userAgent)).toBeNull();
});

test('only the beginning of a User-Agent is read', async () => {
  const begun = performance.now();
  expect(await deviceLabel(`${' '.repeat(600)}${firefox}`)).toBeNull();
  for (const part of ['(', 'Mozilla/5.0 ', 'like Gecko ', '0.', ';']) await deviceLabel(part.repeat(100_000));
  expect(performance.now() - begun).toBeLessThan(1000);
});
