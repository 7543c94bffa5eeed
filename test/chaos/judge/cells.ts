/**
 * The part of an event that determines the state of users, roles and organizations; also the expected effect of a
 * mutation.
 */
export interface StateEvent {
  type: string;
  subjectId: string;
  data: Record<string, unknown>;
}

/** A change of one fact: "name of user_1" is "Ada", "user_1 holds role_2" is true; null if it no longer holds. */
export interface Change {
  cell: string;
  value: string | boolean | null;
}

/** The state: all cells with a value. */
export type Cells = Map<string, string | boolean>;

export const cells = {
  name: (id: string) => `name of ${id}`,
  suspension: (id: string) => `suspension of ${id}`,
  role: (userId: string, roleId: string) => `${userId} holds ${roleId}`,
  member: (organizationId: string, userId: string) => `${userId} is in ${organizationId}`,
};

const nameOf = (record: unknown): string => (record as { name: string | null }).name ?? '';
const idsOf = (list: unknown): string[] => (Array.isArray(list) ? (list as string[]) : []);

/** Records whose events contain the name: by the field of the data. */
const kinds: Record<string, string> = { User: 'user', Role: 'role', Organization: 'organization' };

/** The changes of an event, given the state before it. */
export function changesOf({ type, subjectId, data }: StateEvent, before: Cells): Change[] {
  const [kind = '', ...what] = type.split('.');
  const record = kinds[kind];
  if (!record) return [];
  switch (what.join('.')) {
    case 'Created':
      return [
        { cell: cells.name(subjectId), value: nameOf(data[record]) },
        ...(kind === 'User' ? [{ cell: cells.suspension(subjectId), value: false }] : []),
        ...idsOf(data['roleIds']).map((roleId) => ({ cell: cells.role(subjectId, roleId), value: true })),
      ];
    case 'Data.Updated':
      return idsOf(data['changed']).includes('name')
        ? [{ cell: cells.name(subjectId), value: nameOf(data[record]) }]
        : [];
    case 'SuspensionStatus.Updated':
      return [{ cell: cells.suspension(subjectId), value: (data['user'] as { isSuspended: boolean }).isSuspended }];
    case 'Roles.Updated':
      return [
        ...idsOf(data['addedRoleIds']).map((id) => ({ cell: cells.role(subjectId, id), value: true })),
        ...idsOf(data['removedRoleIds']).map((id) => ({ cell: cells.role(subjectId, id), value: null })),
      ];
    case 'Membership.Updated':
      return [
        ...idsOf(data['addedUserIds']).map((id) => ({ cell: cells.member(subjectId, id), value: true })),
        ...idsOf(data['removedUserIds']).map((id) => ({ cell: cells.member(subjectId, id), value: null })),
      ];
    case 'Deleted':
      return endOf(kind, subjectId, data, before);
    default:
      return [];
  }
}

/** The changes when a record is deleted. Members that leave have events of their own, roles of a user have not. */
function endOf(kind: string, id: string, data: StateEvent['data'], before: Cells): Change[] {
  const ended = [cells.name(id), ...(kind === 'User' ? [cells.suspension(id)] : [])];
  if (kind === 'User') ended.push(...[...before.keys()].filter((cell) => cell.startsWith(`${id} holds `)));
  if (kind === 'Role') ended.push(...idsOf(data['userIds']).map((userId) => cells.role(userId, id)));
  return ended.map((cell) => ({ cell, value: null }));
}

/** The history of every fact: the values of its cell in order. */
export interface History {
  courses: Map<string, Change['value'][]>;
  end: Cells;
  /** Events without a change: something was done twice, or out of order. */
  idle: string[];
}

/** Applies events in order. */
export function historyOf(events: readonly StateEvent[], begin: Cells = new Map()): History {
  const end: Cells = new Map(begin);
  const courses: History['courses'] = new Map();
  const idle: string[] = [];
  for (const one of events) {
    for (const { cell, value } of changesOf(one, end)) {
      if ((end.get(cell) ?? null) === value) idle.push(`${one.type}: ${cell} was ${value} already`);
      courses.set(cell, [...(courses.get(cell) ?? []), value]);
      if (value === null) end.delete(cell);
      else end.set(cell, value);
    }
  }
  return { courses, end, idle };
}
