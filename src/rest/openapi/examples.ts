import { exampleIdOf } from '../../vocabulary/ids.ts';
import { idFieldOf, idKinds, membershipKinds, nodeKinds, publishedTypeOf } from '../../vocabulary/kinds.ts';
import type { JsonSchema } from './schemas.ts';

const signInTest = {
  name: 'Administrators need a second factor',
  given: { account: { isAdministrator: true }, verifications: ['password'] },
  expect: { step: 'enrol-totp' },
};

/** Example values by field name, or by operation or kind and field: "createScope.name". */
const samples: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(idKinds.map((kind) => [idFieldOf(kind), exampleIdOf(kind)])),
  ...Object.fromEntries(nodeKinds.map((kind) => [`${publishedTypeOf(kind)}.id`, exampleIdOf(kind)])),
  ...Object.fromEntries(membershipKinds.map((kind) => [`${publishedTypeOf(kind)}.id`, exampleIdOf(kind)])),
  sessionId: 'V1StGXR8_Z5jdHi6B-myT',
  inviterId: exampleIdOf('user'),
  acceptedUserId: exampleIdOf('user'),
  subjectId: exampleIdOf('user'),
  actorId: exampleIdOf('application'),
  id: exampleIdOf('user'),
  'Event.type': 'User.Created',
  'Event.actor': { kind: 'application', id: exampleIdOf('application'), label: 'Orders' },
  'Event.cause': {
    operation: 'createUser',
    requestId: exampleIdOf('request'),
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    channel: 'rest',
    applicationIds: [],
  },
  'Event.subject': { kind: 'user', id: exampleIdOf('user'), label: 'Ada Lovelace' },
  'Event.data': { user: { id: exampleIdOf('user'), username: 'ada' }, roleIds: [exampleIdOf('role')] },
  'Event.organizationId': null,
  'User.isSuspended': false,
  'Application.isSuspended': false,

  name: 'Orders',
  'createUser.name': 'Ada Lovelace',
  'updateUser.name': 'Ada Lovelace',
  'User.name': 'Ada Lovelace',
  'createScope.name': 'orders:cancel',
  'Scope.name': 'orders:read',
  'createOrganizationScope.name': 'members:invite',
  'updateOrganizationScope.name': 'members:invite',
  'OrganizationScope.name': 'members:invite',
  description: 'Orders of the shop.',
  username: 'ada',
  preferredUsername: 'ada',
  nickname: 'Ada',
  givenName: 'Ada',
  familyName: 'Lovelace',
  middleName: 'King',
  gender: 'female',
  birthdate: '1815-12-10',
  zoneinfo: 'Europe/London',
  locale: 'en-GB',
  country: 'GB',
  postalCode: 'SW1Y 4LB',
  locality: 'London',
  region: 'London',
  streetAddress: "12 St James's Square",
  formatted: "12 St James's Square, London",
  email: 'ada@example.com',
  inviteeEmail: 'ada@example.com',
  domain: 'example.com',
  phone: '+4930901820',
  password: 'correct horse battery staple',
  // Either a password or its hash.
  'createUser.passwordHash': null,
  'createUsers.passwordHash': null,
  // A caller who sends the example has no role with the id of the others.
  'createUser.roleIds': [],
  'createUsers.roleIds': [],
  'createApplication.roleIds': [],
  'createApplication.type': 'TRADITIONAL_WEB',
  'createApplication.isThirdParty': false,
  'startJob.operation': 'setUserSuspended',
  'startJob.filter': { isSuspended: false, lastSignInBefore: '2026-01-31T12:00:00.000Z' },
  'startJob.isSuspended': true,
  // Fields of other operations are left out.
  'startJob.search': undefined,
  'startJob.roleIds': undefined,
  'startJob.roleId': undefined,
  'startJob.organizationId': undefined,
  'startJob.organizationRoleIds': undefined,
  'createApiResource.scopes': [{ name: 'orders:read', description: 'Read orders.' }],
  'createRole.scopeIds': [],
  'createRole.scopes': [{ resource: 'https://orders.example.com', name: 'orders:read' }],
  avatar: 'https://example.com/ada.png',
  profile: 'https://example.com/ada',
  website: 'https://example.com/ada',
  'User.profile': { givenName: 'Ada' },
  customData: { plan: 'free' },
  indicator: 'https://orders.example.com',
  redirectUri: 'https://shop.example.com/callback',
  postLogoutRedirectUri: 'https://shop.example.com/',
  corsOrigin: 'https://shop.example.com',
  url: 'https://shop.example.com/events',
  selection: '{ typeName ... on UserCreatedEvent { user { id email } } }',
  excludeActorId: exampleIdOf('application'),
  jwks: null,
  host: 'smtp.example.com',
  port: 587,
  countries: ['DE'],
  senderName: 'Example Inc.',
  senderAddress: 'no-reply@example.com',
  'createConnector.username': 'mandate',
  'updateConnector.username': 'mandate',
  'createConnector.name': 'Mail relay',
  'updateConnector.name': 'Mail relay',
  'createConnector.http': null,
  'createConnector.secrets': { password: 'the-password-of-the-relay' },
  'updateConnector.http': null,
  'updateConnector.secrets': { password: 'the-password-of-the-relay' },
  'createOneTimeToken.email': null,
  'createOneTimeToken.expiresIn': 3600,
  'OneTimeToken.email': null,
  'OneTimeToken.usedAt': null,
  'Job.reason': null,
  'Job.finishedAt': null,
  'OneTimeToken.revokedAt': null,
  token: 'ott_01h455vb4pex5vsknk084sn02q.c2VjcmV0LXNob3duLW9uY2UtYW5kLW5ldmVyLWFnYWlu',
  link: 'https://auth.example.com/link/ott_01h455vb4pex5vsknk084sn02q.c2VjcmV0LXNob3duLW9uY2UtYW5kLW5ldmVyLWFnYWlu',
  recipient: 'ada@example.com',
  'Connector.name': 'Mail relay',
  'Connector.http': null,
  'Connector.secretNames': ['password'],
  'Connector.lastError': null,
  'Connector.lastFailedAt': null,
  'updateSignInExperience.policy': { second: { required: 'for-administrators' } },
  'updateSignInExperience.tests': [signInTest],
  'SignInExperience.tests': [signInTest],
  secret: 'c2VjcmV0LXNob3duLW9uY2UtYW5kLW5ldmVyLWFnYWlu',
  prefix: 'c2VjcmV0',
  algorithm: 'ES256',
  expiresAt: null,
  suspendedAt: null,
  version: 1,
  since: '2026-01-31T12:00:00.000Z',
  until: '2026-02-28T12:00:00.000Z',
  // At most 30 days ago.
  'redeliverMissingSince.since': '2027-01-31T12:00:00.000Z',
};

const singular = (name: string): string => name.replace(/s$/, '');

/** An example value for a schema. `place` is the operation or kind of record that it belongs to. */
export function exampleOf(schema: JsonSchema, named: Readonly<Record<string, JsonSchema>>, place: string): unknown {
  const of = (part: JsonSchema, name: string): unknown => {
    const path = `${place}.${name}`;
    if (path in samples) return samples[path];
    return name in samples && fits(samples[name], part) ? samples[name] : generated(part, name);
  };
  const generated = (part: JsonSchema, name: string): unknown => {
    if (part.$ref) return generated(named[part.$ref.split('/').at(-1) ?? ''] ?? {}, name);
    if (part.const !== undefined) return part.const;
    if (part.enum) return part.enum[0];
    const [choice] = (part.anyOf ?? []).filter(({ type }) => type !== 'null');
    if (choice) return of(choice, name);
    if (part.properties) {
      return Object.fromEntries(Object.entries(part.properties).map(([field, given]) => [field, of(given, field)]));
    }
    if (part.type === 'array') return [of(part.items ?? {}, singular(name))];
    return plain(part);
  };
  return generated(schema, '');
}

/** Whether a sample that has only the name of a field is of its type. */
function fits(sample: unknown, { $ref, properties, anyOf, type }: JsonSchema): boolean {
  if ($ref !== undefined || properties !== undefined) return false;
  const types = [type, ...(anyOf ?? []).map((one) => one.type)].flat();
  if (sample === null) return types.includes('null');
  return typeof sample !== 'string' || types.includes('string') || types.every((one) => one === undefined);
}

function plain({ type: types, format, default: otherwise, minimum }: JsonSchema): unknown {
  const type = [types].flat().find((one) => one !== 'null');
  if (otherwise !== undefined) return otherwise;
  if (format === 'date-time') return '2027-01-31T12:00:00.000Z';
  if (format === 'uri') return 'https://www.example.com/';
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return Math.max(minimum ?? 1, 1);
  return type === 'object' ? {} : 'text';
}
