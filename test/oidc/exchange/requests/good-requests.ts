import { accessTokenType, basic, type Fields, formHeaders } from '../../../support/exchanges/token-requests.ts';
import { asserted, basicOf, type Case, granted, rewritten, type } from './case.ts';
import type { Fixture } from '../fixture.ts';

/** Requests that succeed, each unusual in one respect. */
export function goodRequests(fixture: Fixture): Case[] {
  const { ask, askAs, askOpenly, records, tokens, token } = fixture;
  const { backend } = records;
  const usual = ask();
  const everything = 'orders:list orders:read orders:write';
  const escaped = (text: string) => text.replaceAll(/[-_.]/g, (sign) => `%${sign.codePointAt(0)?.toString(16)}`);
  const fromOrigin = { ...formHeaders, authorization: basic(records.crossOrigin), origin: 'https://app.example' };
  const mediaType = (text: string) => ask({}, { 'content-type': text });
  const subject = (text: string, changed: Fields = {}) => ask({ subject_token: text, ...changed });
  const actor = (text: string) => ask({ actor_token: text, actor_token_type: accessTokenType });
  return granted([
    ['the usual request', usual, 'orders:read'],
    ['no scope: everything that the user holds', ask({ scope: undefined }), everything],
    ['some scopes held, some not', ask({ scope: 'orders:read stock:read orders:nothing' }), 'orders:read'],
    ['scopes in the order of the request', ask({ scope: 'orders:write orders:list' }), 'orders:write orders:list'],
    ['a repeated scope', ask({ scope: 'orders:read orders:read' }), 'orders:read'],
    ['a scope held through an organization role', ask({ scope: 'orders:write' }), 'orders:write'],
    [
      'audience instead of resource',
      ask({ resource: undefined, audience: 'https://orders.example/api' }),
      'orders:read',
    ],
    ['audience and resource that agree', ask({ audience: 'https://orders.example/api' }), 'orders:read'],
    ['another resource', ask({ resource: 'https://stock.example', scope: undefined }), 'stock:read'],
    [
      'a resource with the slash of its empty path',
      ask({ resource: 'https://stock.example/', scope: undefined }),
      'stock:read',
    ],
    [
      'audience and resource that agree but for this slash',
      ask({ resource: 'https://stock.example', audience: 'https://stock.example/', scope: undefined }),
      'stock:read',
    ],
    ['a resource without scopes', ask({ resource: 'urn:example:bare', scope: undefined }), ''],
    ['a resource whose tokens are signed with RS256', ask({ resource: 'urn:example:rs256', scope: undefined }), ''],
    ['a user without scopes, without a requested scope', subject(tokens.ofBob, { scope: undefined }), ''],
    ['requested_token_type access_token', ask({ requested_token_type: accessTokenType }), 'orders:read'],
    ['requested_token_type jwt', ask({ requested_token_type: type('jwt') }), 'orders:read'],
    ['parameters without a value count as absent', ask({ actor_token: '', audience: '', scope: '' }), everything],
    ['an unknown parameter', ask({ color: 'blue' }), 'orders:read'],
    ['an organization', ask({ organization_id: records.acme, scope: undefined }), 'orders:list orders:read'],
    [
      'the organization whose role counts',
      ask({ organization_id: records.globex, scope: 'orders:write' }),
      'orders:write',
    ],
    ['a traditional web application', askAs(records.webBackend), 'orders:read'],
    [
      'credentials in the body',
      askOpenly({ client_id: backend.id, client_secret: backend.clientSecret }),
      'orders:read',
    ],
    ['client_id beside Basic', ask({ client_id: backend.id }), 'orders:read'],
    [
      'form-encoded Basic credentials',
      ask({}, { authorization: basicOf(`${escaped(backend.id)}:${escaped(backend.clientSecret)}`) }),
      'orders:read',
    ],
    ['the scheme in lower case', ask({}, { authorization: basic(backend).replace('B', 'b') }), 'orders:read'],
    ['the second of two secrets', askAs({ ...backend, clientSecret: records.secondSecret }), 'orders:read'],
    ['a key instead of a secret', asserted(fixture), 'orders:read'],
    [
      'a media type with its character set',
      mediaType('application/x-www-form-urlencoded;charset=UTF-8'),
      'orders:read',
    ],
    ['a media type in capitals', mediaType('Application/X-WWW-Form-Urlencoded'), 'orders:read'],
    ['a body in pieces', { ...usual, chunked: true }, 'orders:read'],
    ['a query with other values', { ...usual, query: '?scope=orders:list&resource=x' }, 'orders:read'],
    ['a client that wants HTML', ask({}, { accept: 'text/html' }), 'orders:read'],
    ['a proxy that lies about the host', ask({}, { 'x-forwarded-host': 'evil.example' }), 'orders:read'],
    ['plus signs for spaces', rewritten(usual, 'scope=orders:read+orders:list'), 'orders:read orders:list'],
    ['needless escapes', rewritten(usual, 'sc%6Fpe=%6Frders:read'), 'orders:read'],
    ['empty pairs in the form', { ...usual, body: `&&${String(usual.body)}&` }, 'orders:read'],
    ['an allowed origin', { ...askAs(records.crossOrigin), headers: fromOrigin }, 'orders:read'],
    ['an opaque subject token', subject(tokens.opaque), 'orders:read'],
    ['a subject token that outlives the session', subject(tokens.withoutSession), 'orders:read'],
    ['a subject token exchanged once', subject(tokens.exchangedOnce), 'orders:read'],
    ['a subject token exchanged three times', subject(tokens.exchangedThrice), 'orders:read'],
    ['a subject token exchanged by the same application before', subject(tokens.exchangedInCircles), 'orders:read'],
    ['a subject token signed with RS256', subject(tokens.signedWithRs256), 'orders:read'],
    [
      'a subject token that is confined to an organization',
      subject(tokens.confined, { scope: undefined }),
      'orders:list orders:read',
    ],
    [
      'a confined subject token and the same organization',
      subject(tokens.confined, { organization_id: records.acme }),
      'orders:read',
    ],
    [
      'a confined subject token and the same as actor',
      subject(tokens.confined, { actor_token: tokens.confined, actor_token_type: accessTokenType }),
      'orders:read',
    ],
    [
      'a subject token of the application itself',
      askAs(records.webBackend, { subject_token: tokens.ofTheBackend }),
      'orders:read',
    ],
    ['the same user as actor', actor(token), 'orders:read'],
    ['another token of the same user as actor', actor(tokens.opaque), 'orders:read'],
  ]);
}
