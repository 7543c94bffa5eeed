import { expect, test } from 'vitest';
import { responseBody } from '../../../src/delivery/webhooks/response-body.ts';

test.each([
  ['complete', Buffer.from('Größe'), false, 'Größe'],
  ['cut within a character', Buffer.from('xö').subarray(0, 2), true, 'x'],
  ['empty', Buffer.alloc(0), false, ''],
  ['with a NUL, which the database does not keep', Buffer.from('a\0b'), false, 'a\uFFFDb'],
  ['not UTF-8', Buffer.from([0x61, 0xff, 0x62]), false, 'a\uFFFDb'],
])('the body of a response is text: %s', (_, bytes, isCut, text) => {
  expect(responseBody({ bytes, isCut })).toBe(text);
});
