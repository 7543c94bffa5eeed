import { consoleClientId } from '../../vocabulary/console.ts';
import {
  type ApplicationType,
  applicationUseMeaning,
  type GrantType as TypeOfGrant,
  secretUseMeaning,
} from '../../vocabulary/resources.ts';
import { usableGrantTypes } from '../../domain/grant-types.ts';
import { applications } from '../../reads/applications.ts';
import { heldRoles } from '../../store/records/role-holders.ts';
import { requires, requiresEverywhere, ofMember, readableWith, readableWithin } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import { textEnum } from '../schema/enums.ts';
import { addRelatedList } from '../schema/related-lists.ts';
import { Role } from './role.ts';
import { Named, Node, versionMeaning } from './node.ts';
import { type Algorithm, SigningAlgorithm } from './signing-algorithm.ts';

const Type = textEnum<ApplicationType>('ApplicationType', 'Type of an OAuth client.', {
  MACHINE_TO_MACHINE: 'A service that acts on its own behalf. Confidential client.',
  TRADITIONAL_WEB: 'A web application with a server. Confidential client.',
  SINGLE_PAGE: 'An application that runs in the browser. Public client.',
  NATIVE: 'A mobile or desktop application. Public client.',
});

const GrantType = textEnum<TypeOfGrant>('GrantType', 'A grant by which an application obtains tokens.', {
  AUTHORIZATION_CODE: '`authorization_code`: people sign in to it (RFC 6749 §4.1).',
  REFRESH_TOKEN: '`refresh_token`: it obtains tokens while people are away (RFC 6749 §6).',
  CLIENT_CREDENTIALS: '`client_credentials`: it acts on its own behalf (RFC 6749 §4.4).',
});

builder.prismaObject('ApplicationSecret', {
  interfaces: [Node],
  select: { id: true, name: true, prefix: true, expiresAt: true, lastUsedAt: true, createdAt: true },
  description:
    'A secret of an application. Its value is returned once, at creation. Requires the permission applications:read.',
  authScopes: readableWith('applications:read'),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name given at creation.' }),
    prefix: t.exposeString('prefix', { description: 'First characters of the secret, to recognize it.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of expiry; null if it does not expire.',
    }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true, description: secretUseMeaning }),
    application: t.relation('application', {
      ...requiresEverywhere('applications:read'),
      description: 'Application of the secret.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of creation.' }),
  }),
});

export const Application = builder.prismaObject('Application', {
  interfaces: [Node, Named],
  select: {
    id: true,
    name: true,
    description: true,
    type: true,
    isThirdParty: true,
    tokenExchangeAllowed: true,
    managementApiAllowed: true,
    pkceRequired: true,
    idTokenSigningAlg: true,
    grantTypes: true,
    sessionLimitSeconds: true,
    sessionIdleLimitSeconds: true,
    suspendedAt: true,
    createdAt: true,
    updatedAt: true,
    version: true,
  },
  description: 'An OAuth client. Its id is the `client_id`. Requires the permission applications:read.',
  authScopes: readableWithin('applications:read', ofMember('application')),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Display name, shown to users when they sign in.' }),
    description: t.exposeString('description', { description: 'Description.' }),
    type: t.expose('type', { type: Type, description: 'Type of the client.' }),
    isThirdParty: t.exposeBoolean('isThirdParty', {
      description: 'Whether it is a third-party application: users must consent, and it cannot exchange tokens.',
    }),
    tokenExchangeAllowed: t.exposeBoolean('tokenExchangeAllowed', {
      description: 'The switch "Allow token exchange"; off by default.',
    }),
    pkceRequired: t.exposeBoolean('pkceRequired', { description: 'Whether PKCE (RFC 7636) is required.' }),
    idTokenSigningAlg: t.field({
      type: SigningAlgorithm,
      description: 'Signing algorithm of its ID tokens.',
      resolve: ({ idTokenSigningAlg }) => idTokenSigningAlg as Algorithm,
    }),
    redirectUris: t.expose('redirectUris', { type: ['URL'], description: 'Allowed redirect URIs after sign-in.' }),
    postLogoutRedirectUris: t.expose('postLogoutRedirectUris', {
      type: ['URL'],
      description: 'Allowed redirect URIs after sign-out.',
    }),
    corsOrigins: t.expose('corsOrigins', {
      type: ['URL'],
      description: 'Origins whose pages may call the platform with its tokens (CORS).',
    }),
    jwks: t.expose('jwks', {
      type: 'JSONObject',
      nullable: true,
      description: 'Public keys for `private_key_jwt` (RFC 7523), a JWK set. If present, secrets are not accepted.',
    }),
    logoUri: t.expose('logoUri', {
      type: 'URL',
      nullable: true,
      description: 'URL of its logo (RFC 7591, `logo_uri`). The consent page shows a copy.',
    }),
    isSuspended: t.boolean({
      description: 'Whether it is suspended. Suspended applications get no tokens.',
      resolve: ({ suspendedAt }) => suspendedAt !== null,
    }),
    suspendedAt: t.expose('suspendedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the suspension; null if active.',
    }),
    secrets: t.relation('secrets', {
      ...requiresEverywhere('applications:read'),
      query: { orderBy: { id: 'asc' } },
      description: 'Secrets of the application, without their values, sorted by creation time.',
    }),
    roles: t.field({
      type: [Role],
      ...requires('roles:read'),
      description: 'Roles, sorted by creation time. `client_credentials` grants their scopes.',
      select: (_args, _context, role) => ({ roles: { ...heldRoles, select: { role: role() } } }),
      resolve: ({ roles }) => roles.map(({ role }) => role),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of creation.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
    version: t.exposeInt('version', { description: versionMeaning }),
  }),
});

builder.prismaObjectFields(Application, (t) => ({
  customData: t.expose('customData', { type: 'JSONObject', description: 'Custom data: any JSON object.' }),
  lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true, description: applicationUseMeaning }),
}));

builder.objectField(Application, 'isBuiltIn', (t) =>
  t.boolean({
    description: 'Whether it is the application of the console, which cannot be changed.',
    resolve: ({ id }) => id === consoleClientId,
  }),
);

builder.objectField(Application, 'managementApiAllowed', (t) =>
  t.exposeBoolean('managementApiAllowed', {
    description:
      'The switch "Allow the Management API": whether it may exchange tokens for the Management API as well; off by default.',
  }),
);

builder.objectField(Application, 'sessionLimitSeconds', (t) =>
  t.int({
    nullable: true,
    description:
      'Maximum session age in seconds. After it, the person must sign in again. Null: as long as the session lasts.',
    resolve: ({ sessionLimitSeconds }) => sessionLimitSeconds,
  }),
);

builder.objectField(Application, 'sessionIdleLimitSeconds', (t) =>
  t.int({
    nullable: true,
    description:
      'Seconds without activity in a session after which it gets no tokens for the person without a new sign-in; null: as long as the session lasts.',
    resolve: ({ sessionIdleLimitSeconds }) => sessionIdleLimitSeconds,
  }),
);

builder.objectField(Application, 'grantTypes', (t) =>
  t.field({
    type: [GrantType],
    description: 'Grants that it may use, beside token exchange, which `tokenExchangeAllowed` allows.',
    resolve: (application) => usableGrantTypes(application),
  }),
);

addRelatedList(Role, {
  field: 'applications',
  relation: 'applications',
  list: applications,
  table: 'application_roles',
  owner: 'roleId',
  through: { model: 'applicationRole', relation: 'application', key: 'applicationId' },
  access: requires('applications:read'),
  description: 'Applications with this role.',
});
