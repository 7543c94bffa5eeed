import { accessTokenType } from '../../../support/exchanges/token-requests.ts';
import { type Case, type Refused, refused, rewritten, type } from './case.ts';
import type { Fixture } from '../fixture.ts';

/** Malformed requests. */
export function badForms({ ask, records, token, tokens }: Fixture): Case[] {
  const usual = ask();
  const body = String(usual.body);
  const otherType = 'the body must be application/x-www-form-urlencoded';
  const mediaType = (text: string) => ask({}, { 'content-type': text });
  const actor = (text: string) => ask({ actor_token: text, actor_token_type: accessTokenType });
  const subjectType = `subject_token_type must be ${accessTokenType} or urn:mandate:token-type:subject`;
  const actorType = `actor_token_type must be ${accessTokenType}`;
  const issuedType = `requested_token_type must be ${accessTokenType} or ${type('jwt')}`;
  return [
    ...refused('invalid_request', [
      ['no grant_type', ask({ grant_type: undefined }), "missing required parameter 'grant_type'"],
      [
        'grant_type twice',
        ask({ grant_type: ['client_credentials', 'x'] }),
        "'grant_type' parameter must not be provided twice",
      ],
      ['no subject_token', ask({ subject_token: undefined }), 'subject_token is missing'],
      ['an empty subject_token', ask({ subject_token: '' }), 'subject_token is missing'],
      [
        'subject_token twice',
        ask({ subject_token: [token, token] }),
        "'subject_token' parameter must not be provided twice",
      ],
      ['no subject_token_type', ask({ subject_token_type: undefined }), 'subject_token_type is missing'],
      ['subject_token_type jwt', ask({ subject_token_type: type('jwt') }), subjectType],
      ['subject_token_type id_token', ask({ subject_token_type: type('id_token') }), subjectType],
      ['subject_token_type refresh_token', ask({ subject_token_type: type('refresh_token') }), subjectType],
      ['subject_token_type in words', ask({ subject_token_type: 'access_token' }), subjectType],
      ['no resource', ask({ resource: undefined }), 'resource is missing'],
      ['scope twice', ask({ scope: ['orders:read', 'orders:list'] }), "'scope' parameter must not be provided twice"],
      [
        'organization_id twice',
        ask({ organization_id: [records.acme, records.acme] }),
        "'organization_id' parameter must not be provided twice",
      ],
      ['requested_token_type refresh_token', ask({ requested_token_type: type('refresh_token') }), issuedType],
      ['requested_token_type id_token', ask({ requested_token_type: type('id_token') }), issuedType],
      ['actor_token without its type', ask({ actor_token: token }), actorType],
      ['actor_token of another type', ask({ actor_token: token, actor_token_type: type('id_token') }), actorType],
      [
        'actor_token_type without a token',
        ask({ actor_token_type: accessTokenType }),
        'actor_token_type must not be given without actor_token',
      ],
      ['an actor token that is nonsense', actor('nonsense'), 'the actor token is malformed'],
      ['an actor token that has expired', actor(tokens.expired), 'the actor token has expired'],
      ['an actor token of an application', actor(tokens.ofAnApplication), 'the actor token was issued without a user'],
      ['an ID token as actor token', actor(tokens.identity), 'the actor token is not an access token'],
      ['an actor who is suspended', actor(tokens.ofSam), 'the actor token is of a user who is suspended'],
      ['another user as actor', actor(tokens.ofBob), 'the actor token is of another user than the subject token'],
      ['JSON', { headers: { ...usual.headers, 'content-type': 'application/json' }, body: '{}' }, otherType],
      ['a form that calls itself JSON', mediaType('application/json'), otherType],
      ['a form that calls itself multipart', mediaType('multipart/form-data; boundary=x'), otherType],
      ['a media type that only begins like it', mediaType('application/x-www-form-urlencodedx'), otherType],
      ['no body', { ...usual, body: '' }, "missing required parameter 'grant_type'"],
      ['101 parameters', { ...usual, body: `${body}${'&a=b'.repeat(100)}` }, 'more than 100 parameters'],
      ['U+0000 in a scope', { ...usual, body: `${body}%00` }, 'a parameter contains U+0000'],
      ['U+0000 in an unknown parameter', { ...usual, body: `${body}&x=%00` }, 'a parameter contains U+0000'],
      ['a body of 57 KiB', ask({ padding: 'x'.repeat(57 * 1024) }), 'failed to parse the request body'],
    ]),
    ...refused(
      'invalid_request',
      [['a body of 65 KiB', ask({ padding: 'x'.repeat(65 * 1024) }), 'the parameters are longer than 65536 bytes']],
      413,
    ),
    ...refused('unsupported_grant_type', [
      ['an unknown grant type', ask({ grant_type: 'password' }), 'unsupported grant_type requested'],
      ['a grant type in capitals', ask({ grant_type: 'CLIENT_CREDENTIALS' }), 'unsupported grant_type requested'],
      ['the implicit grant', ask({ grant_type: 'implicit' }), 'unsupported grant_type requested'],
    ]),
    ...refused(
      'method_not_allowed',
      [
        ['GET', { ...usual, method: 'GET', body: '' }, 'this address does not support this method'],
        ['PUT', { ...usual, method: 'PUT' }, 'this address does not support this method'],
      ],
      405,
    ),
  ];
}

/** Requests for targets that do not exist, or scopes that the user does not hold. */
export function badAims({ ask, records, tokens }: Fixture): Case[] {
  const orders = 'https://orders.example/api';
  const stock = 'https://stock.example';
  const onlyOne = 'only one resource can be named';
  const notUri = 'resource must be an absolute URI without a fragment';
  const noResource = 'there is no such resource';
  const badScope = 'scope contains invalid characters';
  const noneHeld = 'the user holds none of these scopes on this resource';
  const notMember = 'the user is not a member of this organization';
  return [
    ...refused('invalid_target', [
      ['an unknown resource', ask({ resource: 'https://unknown.example' }), noResource],
      ['a resource with a slash behind it', ask({ resource: `${orders}/` }), noResource],
      ['a resource in capitals', ask({ resource: orders.toUpperCase() }), noResource],
      ['a name instead of a URI', ask({ resource: 'orders' }), notUri],
      ['a path instead of a URI', ask({ resource: '/api' }), notUri],
      ['a fragment', ask({ resource: `${orders}#x` }), notUri],
      ['an empty fragment', ask({ resource: `${orders}#` }), notUri],
      ['a space before the resource', ask({ resource: ` ${orders}` }), notUri],
      ['a resource of 3,000 characters', ask({ resource: `${orders}/${'x'.repeat(3000)}` }), notUri],
      ['two resources', ask({ resource: [orders, stock] }), onlyOne],
      ['the same resource twice', ask({ resource: [orders, orders] }), onlyOne],
      ['two audiences', ask({ resource: undefined, audience: [orders, stock] }), onlyOne],
      ['audience and resource that differ', ask({ audience: stock }), 'resource and audience name different resources'],
    ]),
    ...refused('invalid_scope', [
      ...['"x"', 'a\\b', 'a  b', ' a', 'a ', 'a\tb', 'ä', 'a\nb', 'a\u007f'].map(
        (scope): Refused => [`the malformed scope ${JSON.stringify(scope)}`, ask({ scope }), badScope],
      ),
      ['a scope with a broken escape', rewritten(ask(), 'scope=a%ZZ'), noneHeld],
      ['none of the scopes is held', ask({ scope: 'orders:delete stock:read' }), noneHeld],
      ['a scope held in another organization', ask({ scope: 'orders:write', organization_id: records.acme }), noneHeld],
      ['a user without roles', ask({ subject_token: tokens.ofBob }), noneHeld],
    ]),
    ...refused('access_denied', [
      ['an organization of others', ask({ organization_id: records.initech }), notMember],
      ['an unknown organization', ask({ organization_id: 'org_01h455vb4pex5vsknk084sn02q' }), notMember],
      ['an id of another kind as organization', ask({ organization_id: records.ada.id }), notMember],
      [
        'another organization than that of the subject token',
        ask({ subject_token: tokens.confined, organization_id: records.globex }),
        'the subject token is confined to another organization',
      ],
      [
        'a confined actor token for an exchange that is not',
        ask({ actor_token: tokens.confined, actor_token_type: accessTokenType }),
        'the actor token is confined to another organization than the exchange',
      ],
    ]),
  ];
}
