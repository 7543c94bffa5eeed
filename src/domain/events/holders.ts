import type { EventHolder } from '../../vocabulary/catalog/event-holder-shape.ts';

export type Holder = EventHolder;

const none: Holder = {
  userId: null,
  applicationId: null,
  organizationId: null,
  organizationInvitationId: null,
  domain: null,
  identityProviderId: null,
};

/** Ids in a list of the data of an event about a deletion. */
export const maxIdsInData = 100;

/** The lists of holders in the data of events, by event type: each with the field that has its length. */
const lists = {
  'Role.Deleted': { userIds: 'userCount', applicationIds: 'applicationCount' },
  'OrganizationRole.Deleted': {
    members: 'memberCount',
    organizationInvitationIds: 'organizationInvitationCount',
    domains: 'domainCount',
    identityProviders: 'identityProviderCount',
  },
} as const;

/** The holder field with the id, for lists of ids; the others have objects with such fields. */
const idFields: Readonly<Record<string, keyof Holder>> = {
  userIds: 'userId',
  applicationIds: 'applicationId',
  organizationInvitationIds: 'organizationInvitationId',
};

/** The kinds of roles whose deletion has holders, by its event. Its data has the role in the field of this name. */
export const roleDeletions = { 'Role.Deleted': 'role', 'OrganizationRole.Deleted': 'organizationRole' } as const;
export type RoleDeletion = keyof typeof roleDeletions;

type Data = Readonly<Record<string, unknown>>;

const listsOf = (type: string): [list: string, count: string][] =>
  Object.entries((lists as Readonly<Record<string, Readonly<Record<string, string>>>>)[type] ?? {});
const itemsIn = (data: Data, list: string): unknown[] => (data[list] ?? []) as unknown[];

/** The holders in the data of an event. */
export const holdersIn = (type: string, data: Data): Holder[] =>
  listsOf(type).flatMap(([list]) => {
    const field = idFields[list];
    return itemsIn(data, list).map((item) => (field ? { ...none, [field]: item } : { ...none, ...(item as object) }));
  });

/** Number of holders of an event. */
export const countHolders = (type: string, data: Data): number =>
  listsOf(type).reduce((sum, [, count]) => sum + Number(data[count] ?? 0), 0);

/** Whether the data has fewer holders than there are. */
export const isShortened = (type: string, data: Data): boolean =>
  listsOf(type).some(([list, count]) => Number(data[count]) > itemsIn(data, list).length);

/** The data with the first holders of each list. */
export const shortened = (type: string, data: Data): Data => ({
  ...data,
  ...Object.fromEntries(listsOf(type).map(([list]) => [list, itemsIn(data, list).slice(0, maxIdsInData)])),
});
