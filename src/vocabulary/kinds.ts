import type { Permission } from './permissions.ts';

/** A kind of record or identifier. Its type has the name of the kind ("apiResource": ApiResource). */
export interface KindDefinition {
  /** Name in messages. */
  label: string;
  /** Prefix of its ids, so that the id of another kind is never accepted. */
  idPrefix?: string;
  /** For memberships: prefix of their ids, which are made from those of the organization and of the member. */
  membership?: { idPrefix: string; of: 'user' | 'application' };
  /** Name of the id in inputs and paths, if it is not `<kind>Id`. */
  idField?: string;
  /** Table, if records are locked by id. They have a version, which counts their changes. */
  table?: string;
  /** Permission to read records of the kind. */
  read?: Permission;
  /** The fields that people recognize a record by: the first with a value counts. */
  namedBy?: readonly string[];
  /** Description as a subject of events, if events are about this kind. */
  subject?: string;
}

/** All kinds. Each has one spelling everywhere; ids are named as in REST paths. */
export const kinds = {
  user: {
    label: 'user',
    idPrefix: 'user',
    table: 'users',
    read: 'users:read',
    namedBy: ['name', 'username', 'email', 'phone'],
    subject: 'A user.',
  },
  role: {
    label: 'role',
    idPrefix: 'role',
    table: 'roles',
    read: 'roles:read',
    namedBy: ['name'],
    subject: 'A role.',
  },
  apiResource: {
    label: 'API resource',
    idPrefix: 'res',
    table: 'api_resources',
    read: 'resources:read',
    namedBy: ['name'],
    subject: 'An API resource.',
  },
  scope: {
    label: 'scope',
    idPrefix: 'scope',
    table: 'scopes',
    read: 'resources:read',
    namedBy: ['name'],
    subject: 'A scope of an API resource.',
  },
  application: {
    label: 'application',
    idPrefix: 'app',
    table: 'applications',
    read: 'applications:read',
    namedBy: ['name'],
    subject: 'An application.',
  },
  applicationSecret: {
    label: 'application secret',
    idPrefix: 'app_secret',
    idField: 'secretId',
    read: 'applications:read',
  },
  organization: {
    label: 'organization',
    idPrefix: 'org',
    table: 'organizations',
    read: 'organizations:read',
    namedBy: ['name'],
    subject: 'An organization.',
  },
  organizationUser: {
    label: 'organization member',
    membership: { idPrefix: 'org_user', of: 'user' },
    idField: 'userId',
    read: 'organizations:read',
  },
  organizationApplication: {
    label: 'organization application',
    membership: { idPrefix: 'org_app', of: 'application' },
    idField: 'applicationId',
    read: 'organizations:read',
  },
  organizationDomain: { label: 'domain of this organization', idField: 'domain', read: 'organizations:read' },
  organizationRole: {
    label: 'organization role',
    idPrefix: 'org_role',
    table: 'organization_roles',
    read: 'organization-roles:read',
    namedBy: ['name'],
    subject: 'An organization role.',
  },
  organizationScope: {
    label: 'organization scope',
    idPrefix: 'org_scope',
    table: 'organization_scopes',
    read: 'organization-roles:read',
    namedBy: ['name'],
    subject: 'An organization scope.',
  },
  organizationInvitation: {
    label: 'invitation',
    idPrefix: 'inv',
    table: 'organization_invitations',
    read: 'organizations:read',
    namedBy: ['inviteeEmail'],
    subject: 'An invitation to an organization.',
  },
  event: { label: 'event', idPrefix: 'evt', read: 'events:read' },
  signingKey: { label: 'signing key', idPrefix: 'key', read: 'signing-keys:read', subject: 'A signing key.' },
  webhook: {
    label: 'webhook',
    idPrefix: 'hook',
    table: 'webhooks',
    read: 'webhooks:read',
    namedBy: ['name', 'url'],
    subject: 'A webhook.',
  },
  webhookDelivery: { label: 'delivery', idPrefix: 'dlv', idField: 'deliveryId', read: 'webhooks:read' },
  connector: {
    label: 'connector',
    idPrefix: 'conn',
    table: 'connectors',
    read: 'connectors:read',
    namedBy: ['name'],
    subject: 'A connector.',
  },
  oneTimeToken: {
    label: 'one-time token',
    idPrefix: 'ott',
    read: 'users:read',
    namedBy: ['email'],
    subject: 'A one-time token.',
  },
  /** Its id is that of the user. */
  userPreferences: { label: 'preferences', table: 'user_preferences' },
  webhookSecret: { label: 'webhook secret', idPrefix: 'hook_secret' },
  recipient: { label: 'recipient', idPrefix: 'rcpt', subject: 'An email address or phone number.' },
  signInAttempt: { label: 'sign-in attempt', idPrefix: 'flow', read: 'users:read' },
  challenge: { label: 'challenge', idPrefix: 'chal' },
  subjectToken: { label: 'subject token', idPrefix: 'subj' },
  accountUndo: { label: 'undo link', idPrefix: 'undo' },
  device: { label: 'device', idPrefix: 'dev', read: 'users:read' },
  identityProvider: {
    label: 'identity provider',
    idPrefix: 'idp',
    table: 'identity_providers',
    read: 'identity-providers:read',
    namedBy: ['name'],
    subject: 'An identity provider.',
  },
  identityProviderOrganization: {
    label: 'identity provider of this organization',
    idField: 'identityProviderId',
    read: 'organizations:read',
  },
  identityProviderTrial: { label: 'trial sign-in', idPrefix: 'trial' },
  signInTrial: { label: 'trial sign-in to an application', idPrefix: 'apptrial' },
  userIdentity: { label: 'identity', idPrefix: 'ident', idField: 'identityId', read: 'users:read' },
  message: { label: 'message', idPrefix: 'msg', read: 'users:read' },
  signInExperience: {
    label: 'sign-in experience',
    idPrefix: 'exp',
    table: 'sign_in_experiences',
    read: 'sign-in:read',
    subject: 'The sign-in experience.',
  },
  job: { label: 'job', idPrefix: 'job', read: 'users:read', namedBy: ['operation'], subject: 'A job.' },
  factor: { label: 'factor', idPrefix: 'fac', read: 'users:read' },
  request: { label: 'request', idPrefix: 'req' },
} as const satisfies Record<string, KindDefinition>;

/** Kinds that have this property. */
type KindWith<Property extends keyof KindDefinition> = {
  [Kind in keyof typeof kinds]: (typeof kinds)[Kind] extends Record<Property, unknown> ? Kind : never;
}[keyof typeof kinds];

export type Kind = keyof typeof kinds;
/** Kinds with ids. */
export type IdKind = KindWith<'idPrefix'>;
/** Kinds that are locked by id and have a version. */
export type LockedKind = KindWith<'table'>;
/** Kinds that can be read. */
export type RecordKind = KindWith<'read'>;
/** Kinds that can be read by id. */
export type NodeKind = RecordKind & IdKind;
/** Memberships in organizations. */
export type MembershipKind = KindWith<'membership'>;
/** Kinds that events can be about. */
export type SubjectKind = KindWith<'subject'>;

const kindsWith = <Property extends keyof KindDefinition>(property: Property) =>
  (Object.keys(kinds) as Kind[]).filter((kind): kind is KindWith<Property> => property in kinds[kind]);
export const idKinds = kindsWith('idPrefix');
/** TypeID 0.3: 26 characters of Crockford's base32 in lower case; 128 bits leave the first one at most 7. */
export const idSuffix = '[0-7][0-9a-hjkmnp-tv-z]{25}';
export const lockedKinds = kindsWith('table');
export const recordKinds = kindsWith('read');
export const membershipKinds = kindsWith('membership');
export const subjectKinds = kindsWith('subject');
export const nodeKinds = recordKinds.filter((kind): kind is NodeKind => 'idPrefix' in kinds[kind]);

/** Name of a kind's type in Prisma: "apiResource" is ApiResource. */
export type TypeName<Of extends RecordKind = RecordKind> = Capitalize<Of>;
export const typeNameOf = <Of extends RecordKind>(kind: Of): TypeName<Of> =>
  (kind.charAt(0).toUpperCase() + kind.slice(1)) as TypeName<Of>;
/** Types whose published name is not that of their kind. */
const published: Partial<Record<RecordKind, string>> = { organizationUser: 'OrganizationMember' };
/** Name of a kind's type in GraphQL and of its schema in OpenAPI. */
export const publishedTypeOf = (kind: RecordKind): string => published[kind] ?? typeNameOf(kind);
export const kindOfType = <Of extends RecordKind>(type: TypeName<Of>): Of =>
  (type.charAt(0).toLowerCase() + type.slice(1)) as Of;

/** Name of the id of a record of a kind in inputs and paths: "userId". */
export const idFieldOf = (kind: Kind): string => {
  const { idField }: KindDefinition = kinds[kind];
  return idField ?? `${kind}Id`;
};
/** Permission to read records of a kind. */
export const readPermissionOf = (kind: RecordKind): Permission => kinds[kind].read;
