import type { ApplicationType } from '../../vocabulary/resources.ts';
import { applications } from '../../reads/applications.ts';
import { needs, needsEverywhere, ofMember, recordOf, recordWithin } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import { textEnum } from '../schema/enums.ts';
import { addRelatedList } from '../schema/related-lists.ts';
import { Role } from './role.ts';
import { Node, versionMeaning } from './node.ts';
import { type Algorithm, SigningAlgorithm } from './signing-algorithm.ts';

const Type = textEnum<ApplicationType>('ApplicationType', 'What kind of OAuth client an application is.', {
  MACHINE_TO_MACHINE: 'A service without a user, with a secret or a key.',
  TRADITIONAL_WEB: 'A web application whose server side keeps a secret.',
  SINGLE_PAGE: 'A browser application; it cannot keep a secret.',
  NATIVE: 'A mobile or desktop application; it cannot keep a secret.',
});

export const ApplicationSecret = builder.prismaObject('ApplicationSecret', {
  interfaces: [Node],
  select: { id: true, name: true, prefix: true, expiresAt: true, createdAt: true },
  description:
    'One of the secrets of an application. Its value is shown once, when it is made. Needs the permission applications:read.',
  authScopes: recordOf('applications:read'),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What it was called when it was made.' }),
    prefix: t.exposeString('prefix', { description: 'The first characters of the secret, to recognise it by.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it stops being accepted; null when never.',
    }),
    application: t.relation('application', {
      ...needsEverywhere('applications:read'),
      description: 'The application it belongs to.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the secret was made.' }),
  }),
});

export const Application = builder.prismaObject('Application', {
  interfaces: [Node],
  select: {
    id: true,
    name: true,
    description: true,
    type: true,
    isThirdParty: true,
    tokenExchangeAllowed: true,
    pkceRequired: true,
    idTokenSigningAlg: true,
    suspendedAt: true,
    createdAt: true,
    updatedAt: true,
    version: true,
  },
  description: 'An OAuth client; its id is the client_id. Needs the permission applications:read.',
  authScopes: recordWithin('applications:read', ofMember('application')),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What people see when they sign in to it.' }),
    description: t.exposeString('description', { description: 'What it is for.' }),
    type: t.expose('type', { type: Type, description: 'What kind of client it is.' }),
    isThirdParty: t.exposeBoolean('isThirdParty', {
      description: "Whether it is someone else's: it asks people for consent and may not exchange tokens.",
    }),
    tokenExchangeAllowed: t.exposeBoolean('tokenExchangeAllowed', {
      description: 'The switch "Allow token exchange": off unless it was switched on.',
    }),
    pkceRequired: t.exposeBoolean('pkceRequired', { description: 'Whether PKCE (RFC 7636) is demanded of it.' }),
    idTokenSigningAlg: t.field({
      type: SigningAlgorithm,
      description: 'How its ID tokens are signed.',
      resolve: ({ idTokenSigningAlg }) => idTokenSigningAlg as Algorithm,
    }),
    redirectUris: t.expose('redirectUris', { type: ['URL'], description: 'Where people return to after signing in.' }),
    postLogoutRedirectUris: t.expose('postLogoutRedirectUris', {
      type: ['URL'],
      description: 'Where people return to after signing out.',
    }),
    corsOrigins: t.expose('corsOrigins', {
      type: ['URL'],
      description: 'Origins of browser applications that may call the token endpoint and userinfo.',
    }),
    jwks: t.expose('jwks', {
      type: 'JSONObject',
      nullable: true,
      description: 'Its public keys for private_key_jwt (RFC 7523), a JWK set; with them, secrets are not accepted.',
    }),
    logoUri: t.expose('logoUri', {
      type: 'URL',
      nullable: true,
      description: 'Address of its logo (RFC 7591, `logo_uri`). The consent page shows a copy of it.',
    }),
    isSuspended: t.boolean({
      description: 'Whether it is suspended: it gets no tokens.',
      resolve: ({ suspendedAt }) => suspendedAt !== null,
    }),
    suspendedAt: t.expose('suspendedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was suspended; null while it may be used.',
    }),
    secrets: t.relation('secrets', {
      ...needsEverywhere('applications:read'),
      query: { orderBy: { id: 'asc' } },
      description: 'Its secrets, in the order of their creation: what they are called, never what they are.',
    }),
    roles: t.field({
      type: [Role],
      ...needs('roles:read'),
      description: 'The roles it holds, in the order of their creation: what client_credentials gives it.',
      select: (_args, _context, role) => ({ roles: { orderBy: { roleId: 'asc' }, select: { role: role() } } }),
      resolve: ({ roles }) => roles.map(({ role }) => role),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the application was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the application was last changed.' }),
    version: t.exposeInt('version', { description: versionMeaning }),
  }),
});

addRelatedList(Role, {
  field: 'applications',
  relation: 'applications',
  list: applications,
  owner: 'roleId',
  through: { model: 'applicationRole', relation: 'application', key: 'applicationId' },
  access: needs('applications:read'),
  description: 'The applications that hold it',
});
