// Users and applications whose access a change affects: those that it names, or the holders of its role.
import { client } from '../../../data/client.ts';
import type { FormField, Operation } from '../../../data/operation.ts';
import type { FieldName } from '../../../generated/label-names.d.ts';
import { inputs } from '../operations.ts';
import type { Values } from '../values.ts';

/** Holders whose access is compared; a role can have hundreds of thousands. */
export const mostHolders = 10;

/** The fields of inputs that list users or applications, and all that name them, or whose holders they are. */
const lists: readonly FieldName[] = ['userIds', 'applicationIds'];
const names: readonly FieldName[] = [
  ...lists,
  'userId',
  'applicationId',
  'items',
  'roleId',
  'organizationRoleId',
  'organizationId',
];
const isOneOf = (names: readonly string[], { name }: FormField): boolean => names.includes(name);

/** Whether an operation changes what someone gets, and names them. */
export const changesAccess = ({ changesGrants, input }: Operation): boolean =>
  changesGrants && (inputs[input] ?? []).some((field) => isOneOf(names, field));

interface Holders {
  ids: readonly string[];
  /** Whether there are more than those. */
  haveMore: boolean;
}

const RoleHolders = `
  query RoleHolders($id: ID!, $first: Int!) {
    role(id: $id) {
      users(first: $first) { nodes { id } pageInfo { hasNextPage } }
      applications(first: $first) { nodes { id } pageInfo { hasNextPage } }
    }
  }
`;

const MemberHolders = `
  query MemberHolders($members: OrganizationMemberFilter, $applications: OrganizationApplicationFilter, $first: Int!) {
    organizationMembers(first: $first, filter: $members) { nodes { user { id } } pageInfo { hasNextPage } }
    organizationApplications(first: $first, filter: $applications) {
      nodes { application { id } }
      pageInfo { hasNextPage }
    }
  }
`;

interface Page {
  nodes: readonly { id?: string; user?: { id: string } | null; application?: { id: string } | null }[];
  pageInfo: { hasNextPage: boolean };
}

/** Null if the input does not name them. */
export async function holdersOf(operation: Operation, input: Values): Promise<Holders | null> {
  const ids = namedIn(input);
  // A member who is not in a new list leaves.
  const isWhole = inputs[operation.input]?.some((field) => field.mayBeEmpty && isOneOf(lists, field)) ?? false;
  if (ids.length > 0 && !isWhole) return { ids: ids.slice(0, mostHolders), haveMore: ids.length > mostHolders };
  const { roleId, organizationRoleId, organizationId } = input;
  if (roleId !== undefined) return read(RoleHolders, { id: roleId });
  if (organizationRoleId === undefined && organizationId === undefined) return null;
  const filter = organizationRoleId === undefined ? { organizationId } : { organizationRoleId };
  return read(MemberHolders, { members: filter, applications: filter }, ids);
}

/** The users and applications that an input names. */
function namedIn({ userId, applicationId, userIds, applicationIds, items }: Values): string[] {
  const listed = [userIds, applicationIds].flatMap((ids) => (Array.isArray(ids) ? ids : []));
  const ofItems = Array.isArray(items) ? items.flatMap((item: Values) => [item['userId'], item['applicationId']]) : [];
  return [userId, applicationId, ...listed, ...ofItems].filter(
    (id): id is string => typeof id === 'string' && id !== '',
  );
}

async function read(document: string, variables: object, others: readonly string[] = []): Promise<Holders | null> {
  const context = { requestPolicy: 'network-only' as const };
  const { data } = await client.query(document, { ...variables, first: mostHolders }, context).toPromise();
  if (!data) return null;
  const { role, ...lists } = data as { role?: Record<string, Page> | null } & Record<string, Page>;
  const pages = Object.values(role ?? lists).filter((page) => typeof page === 'object' && 'nodes' in page);
  const pageIds = pages.flatMap(({ nodes }) =>
    nodes.flatMap(({ id, user, application }) => id ?? user?.id ?? application?.id ?? []),
  );
  const ids = [...new Set([...pageIds, ...others])];
  return {
    ids: ids.slice(0, mostHolders),
    haveMore: ids.length > mostHolders || pages.some(({ pageInfo }) => pageInfo.hasNextPage),
  };
}
