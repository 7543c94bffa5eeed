import { basic } from '../../../support/exchanges/token-requests.ts';
import { asserted, basicOf, type Case, refused } from './case.ts';
import type { Fixture } from '../fixture.ts';

/** Valid requests of applications that fail to authenticate or are not permitted to exchange. */
export function badClients(fixture: Fixture): Case[] {
  const { ask, askAs, askOpenly, records, keyed } = fixture;
  const { backend, secondBackend } = records;
  const unknown = { id: 'app_01h455vb4pex5vsknk084sn02q', clientSecret: backend.clientSecret };
  const header = (text: string) => ask({}, { authorization: text });
  const failed = 'client authentication failed';
  const format = 'invalid authorization header value format';
  const encoding = 'client_id and client_secret in the authorization header are not properly encoded';
  const notAllowed = 'token exchange is not allowed for this application';
  const nothing = { subject_token: undefined, resource: undefined, scope: undefined };
  return [
    ...refused(
      'invalid_client',
      [
        ['an unknown application', askAs(unknown), failed],
        ['an id that is none', askAs({ ...unknown, id: 'unknown' }), failed],
        ['a user as application', askAs({ ...unknown, id: records.ada.id }), failed],
        ['a wrong secret', askAs({ ...backend, clientSecret: 'wrong' }), failed],
        ['the secret of another application', askAs({ ...backend, clientSecret: secondBackend.clientSecret }), failed],
        [
          'the secret with something behind it',
          askAs({ ...backend, clientSecret: `${backend.clientSecret}x` }),
          failed,
        ],
        ['a wrong secret in the body', askOpenly({ client_id: backend.id, client_secret: 'wrong' }), failed],
        ['an empty secret', askAs({ ...backend, clientSecret: '' }), failed],
        ['an expired secret', askAs(records.expired), failed],
        ['a suspended application', askAs(records.suspended), failed],
        ['a secret where keys are registered', askAs(keyed), failed],
        ['no secret where there is one', askOpenly({ client_id: backend.id }), failed],
        ['a secret of a public application', askAs({ ...records.browser, clientSecret: 'x' }), failed],
        [
          'an assertion for another application',
          asserted(fixture, { client_id: undefined, client_assertion: unsigned(backend.id) }),
          failed,
        ],
      ],
      401,
    ),
    ...refused('invalid_request', [
      ['no authentication at all', askOpenly({}), 'no client authentication mechanism provided'],
      [
        'Basic and a secret in the body',
        ask({ client_id: backend.id, client_secret: backend.clientSecret }),
        'client authentication must only be provided using one mechanism',
      ],
      ['another client_id than in Basic', ask({ client_id: secondBackend.id }), 'client_id mismatch'],
      ['the Bearer scheme', header('Bearer abc'), format],
      ['Basic without credentials', header('Basic'), format],
      ['Basic that is no base64', header('Basic a*b'), format],
      ['Basic without a colon', header(basicOf(backend.id)), format],
      ['Basic with two spaces', header(basic(backend).replace(' ', '  ')), format],
      ['Basic with a broken escape', header(basicOf(`${backend.id}:%zz`)), encoding],
      ['Basic with a control character', header(basicOf(`${backend.id}:a\tb`)), encoding],
      [
        'client_id twice',
        ask({ client_id: [backend.id, backend.id] }),
        "'client_id' parameter must not be provided twice",
      ],
      [
        'client_secret twice',
        askOpenly({ client_id: backend.id, client_secret: [backend.clientSecret, 'x'] }),
        "'client_secret' parameter must not be provided twice",
      ],
      [
        'an origin that is not allowed',
        ask({}, { origin: 'https://evil.example' }),
        'this origin is not allowed for the client',
      ],
    ]),
    ...refused('unauthorized_client', [
      ['the switch is off', askAs(records.switchedOff), notAllowed],
      ['the switch is off and the token is nonsense', askAs(records.switchedOff, { subject_token: 'x' }), notAllowed],
      ['the switch is off and nearly everything is missing', askAs(records.switchedOff, nothing), notAllowed],
      ['a browser application', askOpenly({ client_id: records.browser.id }), notAllowed],
      ['a native application', askOpenly({ client_id: records.phone.id }), notAllowed],
      ['a third-party application', askAs(records.partner), notAllowed],
    ]),
  ];
}

/** An assertion without a signature. */
const unsigned = (sub: string): string =>
  [{ alg: 'ES256' }, { iss: sub, sub, jti: 'x' }, 'x']
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
