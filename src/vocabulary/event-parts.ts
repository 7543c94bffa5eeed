import { z } from 'zod';
import { connectorShape } from './connectors/connector-shapes.ts';
import { webhookShape } from './records/delivery-shapes.ts';
import { examples, field } from './shape-parts.ts';
import type { IdKind, SubjectKind } from './kinds.ts';
import {
  identityProviderOrganizationShape,
  identityProviderShape,
} from './identity-providers/identity-provider-shapes.ts';
import { jobShape } from './records/job-shapes.ts';
import { oneTimeTokenShape } from './records/one-time-token-shape.ts';
import * as organizations from './records/organization-shapes.ts';
import * as shape from './resources.ts';
import { describeByKind, describeIds, idOf } from './ids.ts';

/** The families of event types: what users do on the pages, changes of records, and possible attacks. */
export const eventFamilies = ['interaction', 'mutation', 'exception'] as const;
export type EventFamily = (typeof eventFamilies)[number];

/** The users and applications whose access an event changes, and how. */
interface Affected {
  /** Everyone's, or that of the users and applications that the event is about or that its data names. */
  whose: 'everyone' | 'named';
  /** Whether it changes what they are granted: by roles and their scopes, memberships or a suspension. */
  grants: boolean;
}
/** No token is accepted, refused or granted more or less after the event than before. */
export const noOne = null;
/** The access that tokens allow, or whether they are accepted, can be different after the event. */
export const accessOf = (whose: Affected['whose']): Affected => ({ whose, grants: false });
/** The same, because something was granted, or is no longer. */
export const grantsOf = (whose: Affected['whose']): Affected => ({ whose, grants: true });

interface EventDefinition<Data extends z.ZodType> {
  family: EventFamily;
  subject: SubjectKind;
  /** Whether the subject begins or ends with the event. */
  lifecycle: 'created' | 'deleted' | null;
  /** Live connections of these callers are authorized again. Null: of none. */
  affects: Affected | null;
  /** One sentence: when it is emitted. */
  description: string;
  /** Schema of `data`. It only ever gains fields. */
  data: Data;
}

type Entry<Data extends z.ZodRawShape> = EventDefinition<z.ZodObject<Data, z.core.$strict>>;
type Meaning<Data> = [subject: SubjectKind, affects: Affected | null, description: string, data: Data];

/** An entry of the catalog. */
export const define = <Data extends z.ZodRawShape>(
  family: EventFamily,
  ...[subject, affects, description, data]: Meaning<Data>
): Entry<Data> => ({ family, subject, lifecycle: null, affects, description, data: z.strictObject(data) });

/** The entry of a change. */
export const mutation = <Data extends z.ZodRawShape>(...meaning: Meaning<Data>): Entry<Data> =>
  define('mutation', ...meaning);

/** The entry of an event with which a record begins. */
export const created = <Data extends z.ZodRawShape>(...meaning: Meaning<Data>): Entry<Data> => ({
  ...mutation(...meaning),
  lifecycle: 'created',
});

/** The entry of an event with which a record ends. */
export const deleted = <Data extends z.ZodRawShape>(...meaning: Meaning<Data>): Entry<Data> => ({
  ...mutation(...meaning),
  lifecycle: 'deleted',
});

/** Parts of `data` that several types share. */
export const idsOf = (kind: IdKind) => z.array(idOf(kind));
export const length = z.int().register(examples, { example: 1 });
/** Lists of what a change added or removed. Long ones are divided among several events. */
export const changedLists = z.registry<{ side: 'added' | 'removed' }>();
export const addedList = <Item extends z.ZodType>(item: Item): z.ZodArray<Item> =>
  z.array(item).register(changedLists, { side: 'added' });
export const removedList = <Item extends z.ZodType>(item: Item): z.ZodArray<Item> =>
  z.array(item).register(changedLists, { side: 'removed' }).register(examples, { example: [] });
export const addedIds = (kind: IdKind) => describeIds(addedList(idOf(kind)), 'added');
export const removedIds = (kind: IdKind) => describeIds(removedList(idOf(kind)), 'removed');
export const user = { user: shape.userShape.describe('The user at the time of the event.') };
/** Of an event with which everything of its user or application can end. */
export const ending = {
  sessionEpoch: field(
    z.int().nullable().default(null),
    'How often everything of the record was ended, this time included: tokens with a smaller count in their claim `session_epoch` are no longer accepted. Null if nothing ended.',
    1,
  ),
};
export const role = { role: shape.roleShape.describe('The role at the time of the event.') };
export const apiResource = {
  apiResource: shape.apiResourceShape.describe('The API resource at the time of the event.'),
};
export const scope = { scope: shape.scopeShape.describe('The scope at the time of the event.') };
export const application = {
  application: shape.applicationShape.describe('The application at the time of the event.'),
};
export const organization = {
  organization: organizations.organizationShape.describe('The organization at the time of the event.'),
};
export const organizationRole = {
  organizationRole: organizations.organizationRoleShape.describe('The organization role at the time of the event.'),
};
export const organizationScope = {
  organizationScope: organizations.organizationScopeShape.describe('The organization scope at the time of the event.'),
};
export const organizationInvitation = {
  organizationInvitation: organizations.organizationInvitationShape.describe(
    'The invitation at the time of the event.',
  ),
};
export const webhook = { webhook: webhookShape.describe('The webhook at the time of the event.') };
export const connector = { connector: connectorShape.describe('The connector at the time of the event.') };
export const identityProvider = {
  identityProvider: identityProviderShape.describe('The identity provider at the time of the event.'),
};
export const oneTimeToken = { oneTimeToken: oneTimeTokenShape.describe('The token at the time of the event.') };
export const job = { job: jobShape.describe('The job at the time of the event.') };
export const organizationRoleHolder = z
  .strictObject({
    organizationId: describeByKind(idOf('organization')),
    userId: idOf('user').nullable().describe('Id of the user; null if the member is an application.'),
    applicationId: field(idOf('application').nullable(), 'Id of the application; null if the member is a user.', null),
  })
  .meta({ id: 'OrganizationRoleHolder', description: 'A member that held an organization role in an organization.' });
export const domainOfOrganization = organizations.organizationDomainShape
  .pick({ organizationId: true, domain: true })
  .meta({ id: 'DomainOfOrganization', description: 'A domain of an organization.' });
export const identityProviderOfOrganization = identityProviderOrganizationShape
  .pick({ organizationId: true, identityProviderId: true })
  .meta({
    id: 'IdentityProviderOfOrganization',
    description: 'An identity provider whose people join an organization.',
  });
export const changed = {
  changed: field(z.array(z.string()).min(1), 'Names of the changed fields.', ['name']),
  previous: field(
    z.record(z.string(), z.unknown()),
    'Values of the changed fields before the change, by name. Fields whose values are not published, such as `password`, are only in `changed`.',
    { name: 'Former name' },
  ),
};
export const interaction = {
  interaction: z
    .strictObject({
      applicationId: idOf('application')
        .nullable()
        .describe('Id of the application that requested the interaction; null if none did.'),
      identityProviderId: idOf('identityProvider')
        .nullable()
        .describe('Id of the identity provider with whose identity the user signed in; null if with none.'),
    })
    .meta({ id: 'Interaction', description: 'Context of an interaction of a user with the pages.' })
    .describe('Context of the interaction.'),
};
