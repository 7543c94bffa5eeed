import fc from 'fast-check';
import {
  accessTokenType,
  basic,
  exchangeGrant,
  formHeaders,
  type TokenRequest,
} from '../../../support/exchanges/token-requests.ts';
import { basicOf, type } from './case.ts';
import type { Fixture } from '../fixture.ts';

const oneOf = <Value>(...values: Value[]) => fc.constantFrom(...values);

/** Random requests of valid, nearly valid and invalid parts; most parts of most requests are valid. */
export function generatedRequests(fixture: Fixture, badTokens: readonly string[]): fc.Arbitrary<TokenRequest> {
  return fc
    .record({ pairs: pairs(fixture, badTokens), headers: headers(fixture), damage: damage() })
    .map(({ pairs: list, headers: given, damage: { cut, insert, at, chunked } }) => {
      const body = new URLSearchParams(list).toString();
      const place = Math.floor(at * body.length);
      return { headers: given, chunked, body: body.slice(0, place) + insert + body.slice(place + cut) };
    });
}

/** Name and value of each parameter, in any order, some missing, some repeated. */
function pairs({ token, tokens, records }: Fixture, badTokens: readonly string[]): fc.Arbitrary<[string, string][]> {
  const orders = 'https://orders.example/api';
  const mostly = <Value>(usual: Value, ...others: Value[]) =>
    fc.oneof({ weight: 16, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: oneOf(...others) });
  const sometimes = (...values: (string | undefined)[]) => mostly<string | undefined>(undefined, ...values);
  const scope = fc.oneof(
    {
      weight: 16,
      arbitrary: fc
        .subarray(['orders:read', 'orders:list', 'orders:write', 'stock:read', 'x', 'ö'])
        .map((names) => names.join(' ')),
    },
    { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
  );
  const fields = fc.record({
    grant_type: mostly<string | undefined>(exchangeGrant, 'client_credentials', 'refresh_token', 'x', undefined),
    subject_token: mostly<string | undefined>(
      token,
      tokens.opaque,
      tokens.exchangedOnce,
      tokens.confined,
      tokens.signedWithRs256,
      tokens.ofBob,
      undefined,
      ...badTokens,
    ),
    subject_token_type: mostly<string | undefined>(accessTokenType, type('jwt'), undefined),
    resource: mostly<string | undefined>(
      orders,
      'https://stock.example',
      'urn:example:bare',
      'urn:example:rs256',
      'https://x.example',
      'x',
      undefined,
    ),
    scope: fc.option(scope, { nil: undefined, freq: 4 }),
    audience: sometimes(orders, 'https://stock.example', ''),
    requested_token_type: sometimes(accessTokenType, type('jwt'), type('id_token'), ''),
    organization_id: sometimes(records.acme, records.globex, records.initech, 'x', ''),
    actor_token: sometimes(token, tokens.confined, tokens.ofBob, 'x'),
    actor_token_type: sometimes(accessTokenType, type('jwt')),
    client_id: sometimes(records.backend.id, records.webBackend.id, 'x'),
    client_secret: sometimes(records.backend.clientSecret, 'x', ''),
    color: sometimes('blue', ''),
  });
  const extra = fc.oneof(
    { weight: 16, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: oneOf('scope', 'resource', 'audience', 'grant_type').map((name) => [[name, orders]]) },
  );
  return fc.tuple(fields, extra).chain(([given, more]) => {
    const list = Object.entries(given).filter((pair): pair is [string, string] => pair[1] !== undefined);
    return fc.shuffledSubarray([...list, ...(more as [string, string][])], { minLength: list.length + more.length });
  });
}

function headers({ records }: Fixture): fc.Arbitrary<Record<string, string>> {
  const { backend, webBackend, switchedOff, expired, suspended } = records;
  const authorization = fc.oneof(
    { weight: 16, arbitrary: oneOf(basic(backend), basic(webBackend)) },
    {
      weight: 2,
      arbitrary: oneOf(basic(switchedOff), basic(expired), basic(suspended), basicOf('x:y'), 'Bearer x', undefined),
    },
    { weight: 1, arbitrary: fc.string({ maxLength: 20 }).map((text) => basicOf(`${backend.id}:${text}`)) },
  );
  const contentType = fc.oneof(
    { weight: 9, arbitrary: oneOf(formHeaders['content-type'], `${formHeaders['content-type']};charset=UTF-8`) },
    { weight: 1, arbitrary: oneOf('application/json', 'application/x-www-form-urlencoded; charset=latin1') },
  );
  const origin = fc.oneof(
    { weight: 16, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: oneOf('https://app.example', 'null') },
  );
  return fc.record({ authorization, 'content-type': contentType, origin }).map((all) => {
    const given = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined);
    return Object.fromEntries(given);
  });
}

/** Usually none; otherwise some bytes of the body are removed and others inserted. */
function damage() {
  const none = fc.constant({ cut: 0, insert: '', at: 0, chunked: false });
  const insert = fc.oneof(
    oneOf('%', '%00', '&', '=', '+', '&scope=', '%C3%A4', '\0', ' ', 'ä'),
    fc.string({ maxLength: 3 }),
  );
  const some = fc.record({
    cut: fc.nat(3),
    insert,
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    chunked: fc.boolean(),
  });
  return fc.oneof({ weight: 4, arbitrary: none }, { weight: 1, arbitrary: some });
}
