import { basic, type Fields, form, formHeaders, type TokenRequest } from '../../../support/exchanges/token-requests.ts';
import { asserted, type Case, granted, refused } from './case.ts';
import type { Fixture } from '../fixture.ts';

const orders = 'https://orders.example/api';
const stock = 'https://stock.example';

/** The usual request for an application's own token, with some fields changed or removed. */
function request(client: { id: string; clientSecret: string }, changed: Fields = {}): TokenRequest {
  const fields = { grant_type: 'client_credentials', resource: orders, ...changed };
  return { headers: { ...formHeaders, authorization: basic(client) }, body: form(fields) };
}

export function goodClientCredentials(fixture: Fixture): Case[] {
  const { backend, webBackend, switchedOff, partner } = fixture.records;
  const ask = (changed: Fields = {}) => request(backend, changed);
  const inBody = { client_id: backend.id, client_secret: backend.clientSecret };
  const exchangeFields = ['subject_token', 'subject_token_type', 'scope'];
  const own = {
    grant_type: 'client_credentials',
    ...Object.fromEntries(exchangeFields.map((name) => [name, undefined])),
  };
  return granted([
    ['no scope: everything that the application holds', ask(), 'orders:read'],
    ['a scope that it holds', ask({ scope: 'orders:read' }), 'orders:read'],
    ['some scopes held, some not', ask({ scope: 'orders:write orders:read' }), 'orders:read'],
    ['another resource', ask({ resource: stock }), 'stock:read'],
    ['audience instead of resource', ask({ resource: undefined, audience: stock }), 'stock:read'],
    ['audience and resource that agree', ask({ audience: orders }), 'orders:read'],
    ['a resource without scopes', ask({ resource: 'urn:example:bare' }), ''],
    ['an application without roles', request(webBackend), ''],
    ['an application that may not exchange', request(switchedOff), ''],
    ['a third-party application', request(partner), ''],
    ['no resource: an opaque token without scopes', ask({ resource: undefined }), ''],
    ['parameters without a value', ask({ scope: '', audience: '' }), 'orders:read'],
    ['parameters of other grants', ask({ subject_token: 'x', code: 'y', organization_id: 'z' }), 'orders:read'],
    [
      'credentials in the body',
      { headers: formHeaders, body: form({ grant_type: 'client_credentials', resource: orders, ...inBody }) },
      'orders:read',
    ],
    ['a key instead of a secret', asserted(fixture, own), ''],
  ]);
}

export function badClientCredentials(fixture: Fixture): Case[] {
  const { backend, browser, suspended } = fixture.records;
  const ask = (changed: Fields = {}) => request(backend, changed);
  const noneHeld = 'the application holds none of these scopes on this resource';
  const asPublic = form({ grant_type: 'client_credentials', resource: orders, client_id: browser.id });
  return [
    ...refused('invalid_scope', [
      ['none of the scopes is held', ask({ scope: 'orders:write' }), noneHeld],
      ['a scope of another resource', ask({ scope: 'stock:read' }), noneHeld],
      [
        'a scope without a resource',
        ask({ resource: undefined, scope: 'orders:read' }),
        'scopes belong to a resource: name it',
      ],
      ['a malformed scope', ask({ scope: 'a  b' }), 'scope contains invalid characters'],
    ]),
    ...refused('invalid_target', [
      ['an unknown resource', ask({ resource: 'https://unknown.example' }), 'there is no such resource'],
      ['a fragment', ask({ resource: `${orders}#` }), 'resource must be an absolute URI without a fragment'],
      ['two resources', ask({ resource: [orders, stock] }), 'only one resource can be named'],
      ['audience and resource that differ', ask({ audience: stock }), 'resource and audience name different resources'],
    ]),
    ...refused('invalid_request', [
      ['scope twice', ask({ scope: ['a', 'b'] }), "'scope' parameter must not be provided twice"],
    ]),
    ...refused('unauthorized_client', [
      [
        'a public application',
        { headers: formHeaders, body: asPublic },
        'client credentials are not allowed for this application',
      ],
    ]),
    ...refused(
      'invalid_client',
      [
        ['a wrong secret', request({ ...backend, clientSecret: 'x' }), 'client authentication failed'],
        ['a suspended application', request(suspended), 'client authentication failed'],
      ],
      401,
    ),
  ];
}
