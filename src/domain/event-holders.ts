/** A user or an application that held a deleted role; in an organization, if it was an organization role. */
export interface Holder {
  userId: string | null;
  applicationId: string | null;
  organizationId: string | null;
}

/** Ids in the data of an event; all holders are beside it. */
const maxHoldersInData = 100;

/** The lists of holders in the data of events, by event type: each with the field that has its length. */
const lists = {
  'Role.Deleted': { userIds: 'userCount', applicationIds: 'applicationCount' },
  'OrganizationRole.Deleted': { members: 'memberCount' },
} as const;

type Data = Readonly<Record<string, unknown>>;

const listsOf = (type: string): [list: string, count: string][] =>
  Object.entries((lists as Readonly<Record<string, Readonly<Record<string, string>>>>)[type] ?? {});
const itemsIn = (data: Data, list: string): unknown[] => (data[list] ?? []) as unknown[];

/** The holders in the data of an event. */
export function holdersIn(type: string, data: Data): Holder[] {
  const none = { userId: null, applicationId: null, organizationId: null };
  if (type !== 'Role.Deleted') return listsOf(type).flatMap(([list]) => itemsIn(data, list) as Holder[]);
  return [
    ...itemsIn(data, 'userIds').map((id) => ({ ...none, userId: String(id) })),
    ...itemsIn(data, 'applicationIds').map((id) => ({ ...none, applicationId: String(id) })),
  ];
}

/** Number of holders of an event. Events of earlier versions have all of them in their data, and no counts. */
export const countHolders = (type: string, data: Data): number =>
  listsOf(type).reduce((sum, [list, count]) => sum + Number(data[count] ?? itemsIn(data, list).length), 0);

/** Whether the data has fewer holders than there are. */
export const isShortened = (type: string, data: Data): boolean =>
  listsOf(type).some(([list, count]) => Number(data[count] ?? 0) > itemsIn(data, list).length);

/** The data with the first holders of each list. */
export const shortened = (type: string, data: Data): Data => ({
  ...data,
  ...Object.fromEntries(listsOf(type).map(([list]) => [list, itemsIn(data, list).slice(0, maxHoldersInData)])),
});
