import type { Permission } from './permissions.ts';

/** A kind of record, or of identifier: what is known about it in every layer. Its type is called as its kind ("apiResource": ApiResource). */
interface KindDefinition {
  /** Its name in messages. */
  label: string;
  /** Prefix of its identifiers, so that one kind is never accepted where another is meant. */
  idPrefix?: string;
  /** The field that names one in inputs and paths, where it is not `<kind>Id`. */
  idField?: string;
  /** The table of records that are locked by id. Each has a version, which counts its changes. */
  table?: string;
  /** The permission to read its records. */
  read?: Permission;
  /** Description of the kind as a subject of events; left out where no event is about it. */
  subject?: string;
}

/** Every kind. One spelling of it is used everywhere; the public names of ids are those of the REST paths. */
export const kinds = {
  user: { label: 'user', idPrefix: 'user', table: 'users', read: 'users:read', subject: 'A user.' },
  role: { label: 'role', idPrefix: 'role', table: 'roles', read: 'roles:read', subject: 'A role.' },
  apiResource: {
    label: 'API resource',
    idPrefix: 'res',
    table: 'api_resources',
    read: 'resources:read',
    subject: 'An API resource.',
  },
  scope: {
    label: 'scope',
    idPrefix: 'scope',
    table: 'scopes',
    read: 'resources:read',
    subject: 'A scope of an API resource.',
  },
  application: {
    label: 'application',
    idPrefix: 'app',
    table: 'applications',
    read: 'applications:read',
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
    subject: 'An organization.',
  },
  organizationUser: { label: 'member', idField: 'userId', read: 'organizations:read' },
  organizationApplication: { label: 'member', idField: 'applicationId', read: 'organizations:read' },
  organizationRole: {
    label: 'organization role',
    idPrefix: 'org_role',
    table: 'organization_roles',
    read: 'organization-roles:read',
    subject: 'An organization role.',
  },
  organizationScope: {
    label: 'organization scope',
    idPrefix: 'org_scope',
    table: 'organization_scopes',
    read: 'organization-roles:read',
    subject: 'An organization scope.',
  },
  organizationInvitation: {
    label: 'invitation',
    idPrefix: 'inv',
    table: 'organization_invitations',
    read: 'organizations:read',
    subject: 'An invitation to an organization.',
  },
  event: { label: 'event', idPrefix: 'evt', read: 'events:read' },
  signingKey: { label: 'signing key', idPrefix: 'key', read: 'signing-keys:read', subject: 'A signing key.' },
  webhook: { label: 'webhook', idPrefix: 'hook', table: 'webhooks', read: 'webhooks:read', subject: 'A webhook.' },
  webhookDelivery: { label: 'delivery', idPrefix: 'dlv', idField: 'deliveryId', read: 'webhooks:read' },
  webhookSecret: { label: 'webhook secret', idPrefix: 'hook_secret' },
  identity: { label: 'identity', idPrefix: 'ident' },
  request: { label: 'request', idPrefix: 'req' },
} as const satisfies Record<string, KindDefinition>;

/** A kind that has this property, and these further ones. */
type KindWith<Property extends keyof KindDefinition> = {
  [Kind in keyof typeof kinds]: (typeof kinds)[Kind] extends Record<Property, unknown> ? Kind : never;
}[keyof typeof kinds];

export type Kind = keyof typeof kinds;
/** Kinds with identifiers. */
export type IdKind = KindWith<'idPrefix'>;
/** Kinds of record that are locked by id, and have a version. */
export type LockedKind = KindWith<'table'>;
/** Kinds of record that can be read. */
export type RecordKind = KindWith<'read'>;
/** Kinds of record that can be read by their id alone. */
export type NodeKind = RecordKind & IdKind;
/** What an event can be about. */
export type SubjectKind = KindWith<'subject'>;

const kindsWith = <Property extends keyof KindDefinition>(property: Property) =>
  (Object.keys(kinds) as Kind[]).filter((kind): kind is KindWith<Property> => property in kinds[kind]);
export const idKinds = kindsWith('idPrefix');
export const lockedKinds = kindsWith('table');
export const recordKinds = kindsWith('read');
export const subjectKinds = kindsWith('subject');
export const nodeKinds = recordKinds.filter((kind): kind is NodeKind => 'idPrefix' in kinds[kind]);

/** Name of a kind's type in GraphQL and of its schema in OpenAPI: "apiResource" is ApiResource. */
export type TypeName<Of extends RecordKind = RecordKind> = Capitalize<Of>;
export const typeNameOf = <Of extends RecordKind>(kind: Of): TypeName<Of> =>
  (kind.charAt(0).toUpperCase() + kind.slice(1)) as TypeName<Of>;
export const kindOfType = <Of extends RecordKind>(type: TypeName<Of>): Of =>
  (type.charAt(0).toLowerCase() + type.slice(1)) as Of;

/** The field that names a record of that kind in inputs and paths: "userId". */
export const idFieldOf = (kind: Kind): string => {
  const { idField }: KindDefinition = kinds[kind];
  return idField ?? `${kind}Id`;
};
/** The permission to read records of that kind. */
export const readPermissionOf = (kind: RecordKind): Permission => kinds[kind].read;
