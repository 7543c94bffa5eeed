import type { z } from 'zod';
import { forbidden } from '../domain/failure.ts';
import { type Actor, organizationsFor } from '../kernel/actor.ts';
import { type RecordKind, readPermissionOf } from '../vocabulary/kinds.ts';
import type { Permission } from '../vocabulary/permissions.ts';
import { all } from './conditions.ts';

/** A column that a list can be ordered by, or that makes its order total. */
export interface Key {
  /** Name of the field in the model. */
  column: string;
  type: 'text' | 'time' | 'bigint';
  /** Nulls come before everything else. */
  nullable: boolean;
}

/** A key that callers can choose, and what it means to them. */
export type OrderKey = Key & { description: string };

/** What is asked for of a list, as its schemas have read it. */
export interface Asked<Filter = Record<string, unknown>> {
  filter: Filter;
  /** Undefined, or empty, when everything is asked for. */
  search?: string | undefined;
  /** The time, for what depends on it. */
  now: Date;
}

export interface ListDefinition<Where, Filter extends z.ZodObject, OrderField extends string> {
  /** In the plural: the field of the Query type, for instance "users". */
  name: string;
  /** What is on the list. The typed client's model has the same name. */
  kind: RecordKind;
  /** One sentence: what is on the list. */
  summary: string;
  /** Which records a search finds; undefined when the list cannot be searched. */
  searchDescription?: string;
  /** The permission for what is searched in, when that is something else than the records of the list. */
  searchNeeds?: Permission;
  /** Every field is optional and described; together they must all hold. Fields of GraphQL's filter and parameters of REST's query. */
  filter: Filter;
  /** What it can be ordered by, and what that means. */
  order: Record<OrderField, Partial<OrderKey> & Pick<OrderKey, 'description'>>;
  /** The columns that tell one record from all others: the default order, and the end of every other. The identifier when left out. */
  tie?: readonly Key[];
  /** Also of the records that are no part of the list at all. */
  where(asked: Asked<z.output<Filter>>): Where;
  /** What an administrator of these organizations only may see of it; null: nothing. */
  within(organizationIds: readonly string[]): Where | null;
  /** Which rows are records: others wait for their removal, and nobody sees them. All, when left out. */
  existing?: Where;
}

/** A collection that can be read page by page, whatever the surface: what it can be asked, and what that means to the database. */
export interface List<Where = object, OrderField extends string = string> {
  name: string;
  kind: RecordKind;
  summary: string;
  /** The permission to read its records. */
  permission: Permission;
  searchDescription: string | undefined;
  searchNeeds: Permission | undefined;
  filter: z.ZodObject;
  orderFields: readonly OrderField[];
  order: Readonly<Record<OrderField, OrderKey>>;
  tie: readonly Key[];
  /** `filter` as its schema has read it. */
  where(asked: Asked<never>): Where;
  within(organizationIds: readonly string[]): Where | null;
  existing?: Where;
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
      searchNeeds: undefined,
      tie: [idKey],
      ...definition,
      permission: readPermissionOf(definition.kind),
      orderFields,
      order: order as List<Where, OrderField>['order'],
    };
  };
}

/** In which organizations an actor may see what is asked for; "all" when it may see it everywhere. */
export type Reach = 'all' | readonly string[];

/**
 * The part of a list that an actor may see, as a condition: all of it, or what belongs to the organizations in which it holds
 * the permission, and in `others`, when what is asked for reaches further than the list. FORBIDDEN when that is nothing.
 */
export function visibleTo<Where extends object>(
  list: Pick<List<Where>, 'permission' | 'within' | 'existing'>,
  actor: Actor,
  others: readonly Reach[] = [],
): Where | object {
  const organizations = [reachOf(actor, list.permission), ...others].reduce(common);
  const existing = list.existing ?? {};
  if (organizations === 'all') return existing;
  const visible = list.within(organizations);
  if (visible === null) throw forbidden(list.permission);
  return all(existing, visible);
}

/** Where an actor holds a permission. FORBIDDEN when that is nowhere. */
export function reachOf(actor: Actor, permission: Permission): Reach {
  const organizations = organizationsFor(actor, permission);
  if (!organizations.length) throw forbidden(permission);
  return organizations;
}

const common = (one: Reach, other: Reach): Reach => {
  if (one === 'all') return other;
  return other === 'all' ? one : one.filter((id) => other.includes(id));
};
