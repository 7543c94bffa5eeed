import { basic, type TokenRequest } from '../../../support/exchanges/token-requests.ts';
import { basicOf, rewritten } from './case.ts';
import type { Fixture } from '../fixture.ts';

/** Requests that no well-behaved client sends. oidc-provider determines the expected response. */
export type Hostile = [title: string, request: TokenRequest];

/** Unusual bodies. */
export function hostileBodies({ ask, records, token }: Fixture): Hostile[] {
  const usual = ask();
  const body = String(usual.body);
  const raw = (text: string | Buffer): TokenRequest => ({ ...usual, body: text });
  const after = (text: string) => raw(body + text);
  const scope = (text: string) => rewritten(usual, text);
  const bytes = (...parts: (string | number[])[]) =>
    raw(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part)))));
  const padded = (length: number) => raw(`${body}&padding=${'x'.repeat(length - body.length - 9)}`);
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'grant_type[]', 'Grant_Type', ' grant_type'];
  return [
    ['only an ampersand', raw('&')],
    ['only an equals sign', raw('=')],
    ['a value without a name', after('&=x')],
    ['a name without a value', after('&audience')],
    ['a known name without an equals sign', raw('grant_type')],
    ['broken escapes', after('&x=%&y=%4&z=%zz')],
    ['a broken escape in a name', after('&%=x')],
    ['a broken escape in the token', raw(body.replace('subject_token=', 'subject_token=%'))],
    ['overlong UTF-8', scope('scope=%C0%AF')],
    ['an escaped surrogate', scope('scope=%ED%A0%80')],
    ['an escape in the style of JavaScript', scope('scope=%u006F')],
    ['an escaped line break', scope('scope=orders:read%0A')],
    ['an escaped tab', scope('scope=orders:read%09orders:list')],
    ['an escaped DEL', scope('scope=orders:read%7F')],
    ['only spaces as scope', scope('scope=+')],
    ['lower-case escapes', scope('scope=orders%3aread')],
    ['everything escaped', raw(body.replaceAll(/[a-z]/g, (sign) => `%${sign.codePointAt(0)?.toString(16)}`))],
    ['the grant type with spaces for colons', raw(body.replaceAll('%3A', '+'))],
    ['UTF-8 in the scope', bytes(`${body}ä`)],
    ['Latin-1 in the scope', bytes(body, [0xe4])],
    ['a byte order mark', bytes([0xef, 0xbb, 0xbf], body)],
    ['a byte order mark at the end', bytes(body, [0xef, 0xbb, 0xbf])],
    ['the byte 0', bytes(body, [0])],
    ['a line break at the end', after('\r\n')],
    ['a space at the end', after(' ')],
    ['a space before', raw(` ${body}`)],
    ['a question mark before', raw(`?${body}`)],
    ['semicolons between parameters', raw(body.replaceAll('&', ';'))],
    ['an array in the style of PHP', after('&scope[]=orders:list')],
    ['the scope twice, once empty', after('&scope=')],
    ['the scope twice, both empty', raw(`${body.replace(/scope=[^&]*/, 'scope=')}&scope=`)],
    ['the resource twice, once empty', after('&resource=')],
    ['the resource in an array', after('&resource[]=x')],
    ['an empty audience twice', after('&audience=&audience=')],
    ['an empty client_secret beside Basic', after('&client_secret=')],
    ['an empty client_id beside Basic', after('&client_id=')],
    ['an empty assertion', after('&client_assertion=&client_assertion_type=')],
    ['an assertion beside Basic', after('&client_assertion=x')],
    ['only the type of an assertion', after('&client_assertion_type=x')],
    ['authorization details', after('&authorization_details=%5B%5D')],
    ['a code of another grant', after('&code=x&redirect_uri=y&refresh_token=z')],
    ['a request object', after('&request=eyJhbGciOiJub25lIn0..')],
    ['a DPoP key', after('&dpop_jkt=x')],
    ['the token with a plus sign', raw(body.replace(/subject_token=eyJ/, 'subject_token=+eyJ'))],
    ['the token with escaped dots', raw(body.replace(token, token.replaceAll('.', '%2E')))],
    ['the token twice in one value', raw(body.replace(token, `${token}${token}`))],
    ['two tokens with a comma', raw(body.replace(token, `${token},${token}`))],
    ['a token of 40,000 characters', raw(body.replace(token, `${token}${'A'.repeat(40_000)}`))],
    ['a scope of 5,000 names', scope(`scope=${'a+'.repeat(5000)}orders:read`)],
    ['100 parameters', after('&a=b'.repeat(95))],
    ['exactly 56 KiB', padded(56 * 1024)],
    ['one byte more', padded(56 * 1024 + 1)],
    ['exactly 64 KiB', padded(64 * 1024)],
    ['JSON in a form', raw(JSON.stringify({ grant_type: 'client_credentials' }))],
    ['XML in a form', raw('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>')],
    ['an organization id with an escape', after(`&organization_id=${records.acme.replace('_', '%5F')}`)],
    ['an organization id with SQL in it', after(`&organization_id=${encodeURIComponent("' OR 1=1 --")}`)],
    ['a resource with SQL in it', ask({ resource: "https://orders.example/api' OR '1'='1" })],
    ['a resource with an array literal of PostgreSQL', ask({ resource: '{https://orders.example/api,"x\\"}' })],
    ['a resource with a NULL literal', ask({ resource: 'urn:NULL' })],
    ['a resource that is an internationalized name', ask({ resource: 'https://örders.example' })],
    ...names.map((name): Hostile => [`a parameter named ${name}`, after(`&${encodeURIComponent(name)}=x`)]),
    ...names.map((name): Hostile => [`a parameter named ${name}, unescaped`, after(`&${name}=x`)]),
  ];
}

/** Unusual headers and addresses. */
export function hostileHeaders({ ask, askAs, askOpenly, records }: Fixture): Hostile[] {
  const { backend } = records;
  const good = basic(backend);
  const base64 = good.slice(6);
  const header = (name: string, value: string) => ask({}, { [name]: value });
  const authorization = (text: string) => header('authorization', text);
  const credentials = (text: string) => authorization(basicOf(text));
  const mediaTypes = [
    'application/x-www-form-urlencoded; charset=utf-8',
    'application/x-www-form-urlencoded; charset=UTF-8',
    'application/x-www-form-urlencoded;charset=latin1',
    'application/x-www-form-urlencoded; charset=utf-16le',
    'application/x-www-form-urlencoded; charset=nonsense',
    'application/x-www-form-urlencoded; charset="utf-8"',
    'application/x-www-form-urlencoded; boundary=x',
    'application/x-www-form-urlencoded;',
    'application/x-www-form-urlencoded, application/json',
    'application/x-www-form-urlencoded+json',
    'application/*',
    'text/plain',
    'x',
    '',
  ];
  const authorizations = [
    good.toUpperCase(),
    `BASIC ${base64}`,
    `Basic  ${base64}`,
    `Basic\t${base64}`,
    `Basic ${base64}, Bearer x`,
    `Basic ${base64} x`,
    `Basic ${base64.replace(/=+$/, '')}`,
    `Basic ${base64.replace(/=+$/, '')}=`,
    `Basic ${base64}=`,
    `Basic ${base64.slice(0, -3)}${base64.slice(-3).replace(/.==$/, 'R==')}`,
    `Basic ${Buffer.from(`${backend.id}:${backend.clientSecret}`).toString('base64url')}`,
    `Basic ${base64.slice(0, 20)}\u00e4${base64.slice(20)}`,
    'Basic =',
    'Basic Og==',
    'Digest username="x"',
    '',
  ];
  const paths = [
    '/oidc/token/',
    '/oidc//token',
    '/OIDC/TOKEN',
    '/oidc/token%20',
    '/oidc/%74oken',
    '/oidc/token;a=b',
    '/oidc/x/../token',
    '//oidc/token',
  ];
  return [
    ...mediaTypes.map((type): Hostile => [`media type ${JSON.stringify(type)}`, header('content-type', type)]),
    ...authorizations.map(
      (text, index): Hostile => [`authorization ${index}: ${text.slice(0, 8)}`, authorization(text)],
    ),
    ...paths.map((path): Hostile => [`path ${path}`, { ...ask(), path }]),
    ['the whole address as target', { ...ask(), path: 'https://id.example/oidc/token' }],
    ['an absolute address of another host', { ...ask(), path: 'http://evil.example/oidc/token' }],
    ['a colon in the secret', credentials(`${backend.id}:${backend.clientSecret}:x`)],
    ['a colon before the id', credentials(`:${backend.id}:${backend.clientSecret}`)],
    ['a space behind the id', credentials(`${backend.id} :${backend.clientSecret}`)],
    ['an escaped space behind the secret', credentials(`${backend.id}:${backend.clientSecret}%20`)],
    ['a plus sign behind the secret', credentials(`${backend.id}:${backend.clientSecret}+`)],
    ['an escaped zero byte behind the secret', credentials(`${backend.id}:${backend.clientSecret}%00`)],
    ['a zero byte behind the id', credentials(`${backend.id}\0:${backend.clientSecret}`)],
    ['the id in capitals', credentials(`${backend.id.toUpperCase()}:${backend.clientSecret}`)],
    ['a letter beyond ASCII in the secret', credentials(`${backend.id}:${backend.clientSecret}ä`)],
    [
      'only a part of the secret escaped',
      credentials(
        `${backend.id}:%${backend.clientSecret.codePointAt(0)?.toString(16)}${backend.clientSecret.slice(1)}`,
      ),
    ],
    [
      'a secret in the body with a space',
      askOpenly({ client_id: backend.id, client_secret: `${backend.clientSecret} ` }),
    ],
    ['an id in the body with a space', askOpenly({ client_id: ` ${backend.id}`, client_secret: backend.clientSecret })],
    [
      'an id in the body with U+0001',
      askOpenly({ client_id: `${backend.id}\u0001`, client_secret: backend.clientSecret }),
    ],
    ['another client in the body', ask({ client_id: records.secondBackend.id })],
    ['a DPoP proof', header('dpop', 'x.y.z')],
    ['a client attestation', header('oauth-client-attestation', 'x.y.z')],
    ['a proof for an attestation', header('oauth-client-attestation-pop', 'x.y.z')],
    ['an origin', header('origin', 'https://app.example')],
    ['the origin "null"', header('origin', 'null')],
    ['our own origin', header('origin', 'https://id.example')],
    ['a compressed body that is not', header('content-encoding', 'gzip')],
    ['an encoding that is none', header('content-encoding', 'identity')],
    ['a method override', header('x-http-method-override', 'GET')],
    ['a cookie', header('cookie', '_session=x')],
    ['a forwarded host', header('forwarded', 'host=evil.example')],
    ['another Host header', header('host', 'evil.example')],
    ['a client certificate', header('x-ssl-client-cert', 'x')],
    ['a request for another language of errors', header('accept', 'text/html;q=1, application/json;q=0')],
    ['in pieces, with a broken form', { ...ask(), chunked: true, body: '%' }],
    ['in pieces, wrong secret', { ...askAs({ ...backend, clientSecret: 'x' }), chunked: true }],
    ...['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'].map(
      (method): Hostile => [`method ${method}`, { ...ask(), method }],
    ),
  ];
}
