/** An event as far as it tells how a user, role or organization is; also what a client expects of a mutation that was answered. */
export interface Told {
  type: string;
  subjectId: string;
  data: Record<string, unknown>;
}

/** What becomes of one fact: "name of user_1" is "Ada", "user_1 holds role_2" is true; null when it is no more. */
export interface Change {
  cell: string;
  value: string | boolean | null;
}

/** How everything stands: the cells that hold something. */
export type Cells = Map<string, string | boolean>;

export const cells = {
  name: (id: string) => `name of ${id}`,
  suspension: (id: string) => `suspension of ${id}`,
  role: (userId: string, roleId: string) => `${userId} holds ${roleId}`,
  member: (organizationId: string, userId: string) => `${userId} is in ${organizationId}`,
};

const nameOf = (record: unknown): string => (record as { name: string | null }).name ?? '';
const idsOf = (list: unknown): string[] => (Array.isArray(list) ? (list as string[]) : []);

/** The records of which an event tells name and end: where its data holds them. */
const kinds: Record<string, string> = { User: 'user', Role: 'role', Organization: 'organization' };

/** What an event says of the facts, given how they stood before it. */
export function changesOf({ type, subjectId, data }: Told, before: Cells): Change[] {
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

/** What ends with a record. Members who leave are told by an event of their own, roles of a user are not. */
function endOf(kind: string, id: string, data: Told['data'], before: Cells): Change[] {
  const ended = [cells.name(id), ...(kind === 'User' ? [cells.suspension(id)] : [])];
  if (kind === 'User') ended.push(...[...before.keys()].filter((cell) => cell.startsWith(`${id} holds `)));
  if (kind === 'Role') ended.push(...idsOf(data['userIds']).map((userId) => cells.role(userId, id)));
  return ended.map((cell) => ({ cell, value: null }));
}

/** The course of every fact: the values that its cell had, one after the other. */
export interface History {
  courses: Map<string, Change['value'][]>;
  end: Cells;
  /** Events that told a change which was none: something was told twice, or out of order. */
  idle: string[];
}

/** Follows what was told, in its order. */
export function historyOf(told: readonly Told[], begin: Cells = new Map()): History {
  const end: Cells = new Map(begin);
  const courses: History['courses'] = new Map();
  const idle: string[] = [];
  for (const one of told) {
    for (const { cell, value } of changesOf(one, end)) {
      if ((end.get(cell) ?? null) === value) idle.push(`${one.type}: ${cell} was ${value} already`);
      courses.set(cell, [...(courses.get(cell) ?? []), value]);
      if (value === null) end.delete(cell);
      else end.set(cell, value);
    }
  }
  return { courses, end, idle };
}
