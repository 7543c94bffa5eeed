// SQL: locks, and rows of tables that are parameters, inserted or deleted and returned in one statement.
import { Prisma } from '../../generated/prisma/client.ts';
import type { Transaction } from '../../platform/database/database.ts';

interface LinkTable {
  table: string;
  owner: readonly [string, ...string[]];
  member: string;
  /** The table of the members, if rows of deleted ones are removed later (store/deleted-roles.ts). */
  existingIn?: string;
  /** The table that remembers members who were removed one by one. */
  former?: string;
}

/** Join tables: an owner (one or two columns) with members. */
const links = {
  userRoles: { table: 'user_roles', owner: ['user_id'], member: 'role_id', existingIn: 'roles' },
  usersOfRole: { table: 'user_roles', owner: ['role_id'], member: 'user_id' },
  applicationRoles: { table: 'application_roles', owner: ['application_id'], member: 'role_id', existingIn: 'roles' },
  servedResources: { table: 'served_resources', owner: ['application_id'], member: 'api_resource_id' },
  roleScopes: { table: 'role_scopes', owner: ['role_id'], member: 'scope_id' },
  organizationUsers: {
    table: 'organization_users',
    owner: ['organization_id'],
    member: 'user_id',
    former: 'organization_former_users',
  },
  organizationApplications: {
    table: 'organization_applications',
    owner: ['organization_id'],
    member: 'application_id',
  },
  organizationsOfUser: { table: 'organization_users', owner: ['user_id'], member: 'organization_id' },
  organizationsOfApplication: {
    table: 'organization_applications',
    owner: ['application_id'],
    member: 'organization_id',
  },
  organizationUserRoles: {
    table: 'organization_user_roles',
    owner: ['organization_id', 'user_id'],
    member: 'organization_role_id',
    existingIn: 'organization_roles',
  },
  organizationApplicationRoles: {
    table: 'organization_application_roles',
    owner: ['organization_id', 'application_id'],
    member: 'organization_role_id',
    existingIn: 'organization_roles',
  },
  organizationDomainRoles: {
    table: 'organization_domain_roles',
    owner: ['organization_id', 'domain'],
    member: 'organization_role_id',
    existingIn: 'organization_roles',
  },
  identityProviderOrganizationRoles: {
    table: 'identity_provider_organization_roles',
    owner: ['identity_provider_id', 'organization_id'],
    member: 'organization_role_id',
    existingIn: 'organization_roles',
  },
  organizationRoleScopes: {
    table: 'organization_role_scopes',
    owner: ['organization_role_id'],
    member: 'organization_scope_id',
  },
  organizationRoleApiScopes: {
    table: 'organization_role_api_scopes',
    owner: ['organization_role_id'],
    member: 'scope_id',
  },
} as const satisfies Record<string, LinkTable>;
export type Link = keyof typeof links;
/** The id of the owner, or both its ids in the order of the columns. */
type Owner = readonly string[];

/** Added and removed members, each sorted. */
interface Delta {
  added: string[];
  removed: string[];
}

/**
 * Adds members to an owner and returns those that were not there, also if another transaction adds the same ones: each
 * row counts for the transaction that inserted it. Owner and members must exist (store/row-locks/row-locks.ts).
 */
export async function addLinks(tx: Transaction, link: Link, owner: Owner, ids: readonly string[]): Promise<string[]> {
  if (!ids.length) return [];
  const { table, owner: columns, member } = links[link];
  const names = Prisma.raw([...columns, member].join(', '));
  return idsOf(
    await tx.$queryRaw<Row[]>`
      INSERT INTO ${Prisma.raw(table)} (${names})
      SELECT ${Prisma.join(owner.map((id) => Prisma.sql`${id}::text`))}, given.id
      FROM (SELECT DISTINCT id FROM unnest(${ids}::text[]) AS id ORDER BY id) AS given
      ON CONFLICT DO NOTHING RETURNING ${Prisma.raw(member)} AS id`,
  );
}

/**
 * Adds the same members to owners of two columns, which have none yet: the first column is the same for all. Returns
 * the added members.
 */
export async function addLinksToEach(
  tx: Transaction,
  link: Link,
  [first, seconds]: readonly [string, readonly string[]],
  ids: readonly string[],
): Promise<string[]> {
  if (!ids.length || !seconds.length) return [];
  const { table, owner: columns, member } = links[link];
  const names = Prisma.raw([...columns, member].join(', '));
  return idsOf(
    await tx.$queryRaw<Row[]>`
      WITH added AS (
        INSERT INTO ${Prisma.raw(table)} (${names})
        SELECT ${first}::text, second.id, given.id
        FROM unnest(${seconds}::text[]) AS second (id), (SELECT DISTINCT id FROM unnest(${ids}::text[]) AS id) AS given
        ORDER BY second.id, given.id
        ON CONFLICT DO NOTHING RETURNING ${Prisma.raw(member)} AS id)
      SELECT DISTINCT id FROM added`,
  );
}

/** Whether the owner has this member. Locks the row, so that the member stays until the transaction ends. */
export async function lockLink(tx: Transaction, link: Link, owner: Owner, id: string): Promise<boolean> {
  const { table, member } = links[link];
  const rows = await tx.$queryRaw<Row[]>`
    SELECT ${Prisma.raw(member)} AS id FROM ${Prisma.raw(table)}
    WHERE ${ownerCondition(link, owner)} AND ${Prisma.raw(member)} = ${id} FOR UPDATE`;
  return rows.length > 0;
}

/** Removes members from an owner and returns those that were there. */
export const removeLinks = (tx: Transaction, link: Link, owner: Owner, ids: readonly string[]): Promise<string[]> =>
  remove(tx, link, owner, Prisma.sql`AND ${Prisma.raw(links[link].member)} = ANY(${ids}::text[])`);

/** Removes all members from an owner, which is deleted, and returns them. */
export async function clearLinks(tx: Transaction, link: Link, owner: Owner): Promise<string[]> {
  const { table, member } = links[link];
  return idsOf(
    await tx.$queryRaw<Row[]>`
      DELETE FROM ${Prisma.raw(table)} WHERE ${ownerCondition(link, owner)} RETURNING ${Prisma.raw(member)} AS id`,
  );
}

/** Replaces the members of an owner, whose row must be locked, so that replacements run one at a time. */
export async function replaceLinks(tx: Transaction, link: Link, owner: Owner, ids: readonly string[]): Promise<Delta> {
  const others = Prisma.sql`AND ${Prisma.raw(links[link].member)} <> ALL(${ids}::text[])`;
  const removed = await remove(tx, link, owner, others);
  return { added: await addLinks(tx, link, owner, ids), removed };
}

/** Removes members from every owner (of one column). Returns the removed members by owner, sorted. */
export async function removeFromAll(
  tx: Transaction,
  link: Link,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  const { table, owner, member } = links[link];
  const rows = await tx.$queryRaw<{ owner: string; member: string }[]>`
    DELETE FROM ${Prisma.raw(table)} WHERE ${Prisma.raw(member)} = ANY(${ids}::text[])
    RETURNING ${Prisma.raw(owner[0])} AS owner, ${Prisma.raw(member)} AS member`;
  const byOwner = Map.groupBy(rows, (row) => row.owner);
  return new Map([...byOwner].map(([id, removed]) => [id, removed.map((row) => row.member).sort()]));
}

async function remove(tx: Transaction, link: Link, owner: Owner, which: Prisma.Sql): Promise<string[]> {
  const { table, member, owner: columns, existingIn, former }: LinkTable = links[link];
  const all = Prisma.raw([...columns, member].join(', '));
  const existing = existingIn
    ? Prisma.sql`AND EXISTS (SELECT FROM ${Prisma.raw(existingIn)} AS m WHERE m.id = ${Prisma.raw(`${table}.${member}`)})`
    : Prisma.empty;
  const remembered = former
    ? Prisma.sql`, remembered AS (
        INSERT INTO ${Prisma.raw(former)} (${all}) SELECT ${all} FROM removed ON CONFLICT DO NOTHING)`
    : Prisma.empty;
  return idsOf(
    await tx.$queryRaw<Row[]>`
      WITH removed AS (DELETE FROM ${Prisma.raw(table)} WHERE ${ownerCondition(link, owner)} ${which} ${existing} RETURNING ${all})${remembered}
      SELECT ${Prisma.raw(member)} AS id FROM removed`,
  );
}

const ownerCondition = (link: Link, owner: Owner): Prisma.Sql =>
  Prisma.join(
    links[link].owner.map((column, index) => Prisma.sql`${Prisma.raw(column)} = ${owner[index]}`),
    ' AND ',
  );

interface Row {
  id: string;
}
const idsOf = (rows: readonly Row[]): string[] => rows.map(({ id }) => id).sort();
