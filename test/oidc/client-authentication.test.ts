import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCredentials } from '../../src/oidc/fast-path/client-authentication.ts';

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;
const app = { id: 'app_1', secret: 's-e_c.r~e t' };

describe("a client's credentials (RFC 6749, section 2.3.1)", () => {
  test('the header has them as curl sends them or form-encoded as in the RFC', () => {
    expect(readCredentials(basic('app_1:s-e_c.r~et'), {})).toEqual({ id: 'app_1', secret: 's-e_c.r~et' });
    expect(readCredentials(basic('app%5F1:s%2De%5Fc.r~e+t'), {})).toEqual(app);
    expect(readCredentials(basic('app_1:s-e_c.r~e%20t'), {})).toEqual(app);
  });

  test('the body has them without a header', () => {
    expect(readCredentials(undefined, { client_id: app.id, client_secret: app.secret })).toEqual(app);
  });

  test('the header has them if the body repeats the same id', () => {
    expect(readCredentials(basic('app_1:x'), { client_id: 'app_1' })).toEqual({ id: 'app_1', secret: 'x' });
  });

  test('any visible characters can be in them, if they are form-encoded', () => {
    const text = fc.stringMatching(/^[\x20-\x7e]{1,40}$/);
    const encode = (value: string) => new URLSearchParams({ '': value }).toString().slice(1);
    fc.assert(
      fc.property(text, text, (id, secret) => {
        expect(readCredentials(basic(`${encode(id)}:${encode(secret)}`), {})).toEqual({ id, secret });
      }),
    );
  });
});

test.each([
  ['neither header nor body', undefined, {}],
  ['an id alone', undefined, { client_id: 'app_1' }],
  ['a secret alone', undefined, { client_secret: 'x' }],
  ['both header and body', basic('app_1:x'), { client_id: 'app_1', client_secret: 'x' }],
  ['another id in the body', basic('app_1:x'), { client_id: 'app_2' }],
  ['another scheme', 'Bearer x', {}],
  ['the scheme in another spelling', basic('app_1:x').replace('Basic', 'basic'), {}],
  ['two spaces', basic('app_1:x').replace(' ', '  '), {}],
  ['no padding', basic('app_1:xy').replace('=', ''), {}],
  ['base64url', 'Basic YXBwXzE6-_8=', {}],
  ['no colon', basic('app_1'), {}],
  ['no id', basic(':x'), {}],
  ['no secret', basic('app_1:'), {}],
  ['a broken escape', basic('app_1:%zz'), {}],
  ['a letter beyond ASCII', basic('app_1:ä'), {}],
  ['an escaped letter beyond ASCII', basic('app_1:%C3%A4'), {}],
  ['a control character', basic('app_1:a\tb'), {}],
  ['an escaped control character', basic('app_1:%00'), {}],
])('a header or body with %s is left to the library', (_what, authorization, form) => {
  expect(readCredentials(authorization, form)).toBeUndefined();
});
