import type { z } from 'zod';
import { forbidden } from '../domain/failure.ts';
import { type Actor, organizationsFor } from '../kernel/actor.ts';
import { type RecordKind, readPermissionOf } from '../vocabulary/kinds.ts';
import type { Permission } from '../vocabulary/permissions.ts';
import type { Database } from '../platform/database/database.ts';
import { all } from './conditions.ts';

/** A sort key of a list, or a column that breaks ties. */
export interface Key {
  /** Name of the field of the Prisma model. */
  column: string;
  /** The relation to the record that has the field; undefined for the record of the list. */
  of?: string;
  type: 'text' | 'time' | 'bigint';
  /** Null is the least value. */
  nullable: boolean;
}

/** A sort key that callers can choose; the permission that it requires, if it is of another record. */
type OrderKey = Key & { description: string; permission?: Permission };

/** A validated query of a list. */
export interface ListQuery<Filter = Record<string, unknown>> {
  filter: Filter;
  /** Undefined or empty: all records. */
  search?: string | undefined;
  /** Current time, for conditions that depend on it. */
  now: Date;
}

export interface ListDefinition<Where, Filter extends z.ZodObject, OrderField extends string> {
  /** Name of the field of Query, in the plural, for example "users". */
  name: string;
  /** Kind of record. The Prisma model has the same name. */
  kind: RecordKind;
  /** Description of the list, in one sentence. */
  summary: string;
  /** Which records a search finds; undefined if the list cannot be searched. */
  searchDescription?: string;
  /** Permission that a search requires, if it reads other records than those of the list. */
  searchPermission?: Permission;
  /** Conditions, all optional and described: fields of the GraphQL filter and query parameters of REST. */
  filter: Filter;
  /** Sort keys, with descriptions. */
  order: Record<OrderField, Partial<OrderKey> & Pick<OrderKey, 'description'>>;
  /** Unique columns, which break ties: the default order, and the last keys of every other one. Default: the id. */
  tie?: readonly Key[];
  /** Whether the default order is descending. */
  isNewestFirst?: boolean;
  /** Whether its keys are not for the readers of its records, so that its cursors are encrypted. */
  isSealed?: boolean;
  /** The condition of a query. */
  where(query: ListQuery<z.output<Filter>>): Where;
  /** The records that an administrator of these organizations may read; null if none. */
  within(organizationIds: readonly string[]): Where | null;
  /** Excludes rows that are expired but not yet deleted. Default: all rows. */
  existing?: Where;
  /** Runs before the list, or one of its records, is read. */
  prepare?(database: Pick<Database, 'pool'>): Promise<void>;
}

/** Sort keys of records with a name and times. */
export const namedRecordOrder = {
  createdAt: { type: 'time', description: 'Time of creation.' },
  updatedAt: { type: 'time', description: 'Time of the last change.' },
  name: { description: 'Name.' },
} as const;

/** A list that can be read in pages through every API. */
export interface List<Where = object, OrderField extends string = string> {
  name: string;
  kind: RecordKind;
  summary: string;
  /** The permission to read its records. */
  permission: Permission;
  searchDescription: string | undefined;
  searchPermission: Permission | undefined;
  filter: z.ZodObject;
  orderFields: readonly OrderField[];
  order: Readonly<Record<OrderField, OrderKey>>;
  tie: readonly Key[];
  isNewestFirst: boolean;
  isSealed: boolean;
  where(query: ListQuery<never>): Where;
  within(organizationIds: readonly string[]): Where | null;
  existing?: Where;
  prepare?(database: Pick<Database, 'pool'>): Promise<void>;
}

const idKey: Key = { column: 'id', type: 'text', nullable: false };

export function defineList<Where extends object>() {
  return <Filter extends z.ZodObject, const OrderField extends string>(
    definition: ListDefinition<Where, Filter, OrderField>,
  ): List<Where, OrderField> => {
    const orderFields = Object.keys(definition.order) as OrderField[];
    const keyOf = (field: OrderField): OrderKey => ({
      column: field,
      type: 'text',
      nullable: false,
      ...definition.order[field],
    });
    const order = Object.fromEntries(orderFields.map((field) => [field, keyOf(field)]));
    return {
      searchDescription: undefined,
      searchPermission: undefined,
      tie: [idKey],
      isNewestFirst: false,
      isSealed: false,
      ...definition,
      permission: readPermissionOf(definition.kind),
      orderFields,
      order: order as List<Where, OrderField>['order'],
    };
  };
}

/** The organizations in which an actor holds a permission; "all" if it holds it everywhere. */
export type Reach = 'all' | readonly string[];

/**
 * A condition for the records of a list that an actor may read: all, or those of organizations in which it holds the
 * permission, restricted to `others` if the query also requires other permissions. Throws FORBIDDEN if there are none.
 */
export function visibleTo<Where extends object>(
  list: Pick<List<Where>, 'permission' | 'within' | 'existing'>,
  actor: Actor,
  others: readonly Reach[] = [],
): Where | object {
  const organizations = [reachOf(actor, list.permission), ...others].reduce(intersection);
  const existing = list.existing ?? {};
  if (organizations === 'all') return existing;
  const visible = list.within(organizations);
  if (visible === null) throw forbidden(list.permission);
  return all(existing, visible);
}

/** The organizations in which an actor holds a permission, or everywhere. Throws FORBIDDEN if nowhere. */
export function reachOf(actor: Actor, permission: Permission): Reach {
  const organizations = organizationsFor(actor, permission);
  if (!organizations.length) throw forbidden(permission);
  return organizations;
}

export const intersection = (one: Reach, other: Reach): Reach => {
  if (one === 'all') return other;
  return other === 'all' ? one : one.filter((id) => other.includes(id));
};
