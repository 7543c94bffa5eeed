import { z } from 'zod';
import { type IdKind, kinds, type MembershipKind } from './kinds.ts';

/** Kinds whose records have an id. */
export type KindOfId = IdKind | MembershipKind;

const kindsOfIds = z.registry<{ kinds: readonly KindOfId[] }>();

/** Marks a text as the id of a record of one of these kinds; without kinds, of something else, such as a session. */
export const asIdOf = (text: z.ZodString, ...idKinds: readonly KindOfId[]): z.ZodString =>
  text.clone().register(kindsOfIds, { kinds: idKinds });

/** The id of a record, in records, events and outputs. `idSchema` of domain/text.ts is that in inputs. */
export const idOf = (...idKinds: readonly KindOfId[]): z.ZodString => asIdOf(z.string(), ...idKinds);

/** The kinds of the records that an id, or each of a list of ids, can be of; undefined if the field is no id. */
export function kindsOfId(schema: z.core.$ZodType): readonly KindOfId[] | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if ('innerType' in def) return kindsOfId(def.innerType);
  return def.type === 'array' ? kindsOfId(def.element) : kindsOfIds.get(schema)?.kinds;
}

const describedByKind = new WeakSet<z.core.$ZodType>();

function mark<Ids extends z.ZodType>(ids: Ids, description: (label: string) => string): Ids {
  const [kind] = kindsOfId(ids) ?? [];
  if (!kind) throw new Error('Only the id of a record of one kind is described by it.');
  const described = ids.describe(description(kinds[kind].label));
  describedByKind.add(described);
  return described;
}

/** Describes the id of a record by its kind alone: "The user." */
export const describeByKind = (id: z.ZodString): z.ZodString => mark(id, (label) => `The ${label}.`);

/** The id of a record that an operation has deleted. */
export const deletedIdOf = (kind: IdKind): z.ZodString => mark(idOf(kind), (label) => `The deleted ${label}.`);

/** Describes a list of ids by what happened to their records: "The added scopes." */
export const describeIds = <Ids extends z.ZodType>(ids: Ids, change: 'added' | 'removed'): Ids =>
  mark(ids, (label) => `The ${change} ${label}s.`);

/** Whether the description of a field states no more than its kind, which GraphQL shows in its name. */
export const isDescribedByKind = (schema: z.core.$ZodType): boolean => describedByKind.has(schema);

const suffix = '01h455vb4pex5vsknk084sn02q';
/** An example id. No record has it. */
export function exampleIdOf(kind: KindOfId): string {
  const definition = kinds[kind];
  if ('idPrefix' in definition) return `${definition.idPrefix}_${suffix}`;
  // Made from those of the organization and of the member.
  return `${definition.membership.idPrefix}_${suffix}_${suffix}`;
}
