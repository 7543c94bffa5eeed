import { isObject } from '../../data/is-object.ts';
import type { FormField } from '../../data/operation.ts';
import { pickerOf } from '../picker/kinds.ts';
import { enums, inputs } from './operations.ts';

export type Values = Readonly<Record<string, unknown>>;

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

const isEmpty = (value: unknown): boolean => isAbsent(value) || (Array.isArray(value) && value.length === 0);

/** The fields of an input type that the platform takes together with these values, and with those around them. */
export const fieldsOf = (type: string, values: Values, around: Values = {}): readonly FormField[] =>
  (inputs[type] ?? []).filter(
    ({ onlyWith }) => !onlyWith || onlyWith.values.includes(String(values[onlyWith.field] ?? around[onlyWith.field])),
  );

/**
 * The paths of required fields without a value: also those of optional objects that were opened, and of all items of
 * lists. A list without items is a value.
 */
export const missingIn = (fields: readonly FormField[], values: Values, around: Values = {}): string[] =>
  fields.flatMap((field) => missingOf(field, values[field.name], { ...around, ...values }));

function missingOf({ name, type, isList, isRequired }: FormField, value: unknown, around: Values): string[] {
  const itself = isRequired ? [name] : [];
  if (!inputs[type] || isText(value)) return isAbsent(value) ? itself : [];
  if (isAbsent(value) && (isList || !isRequired)) return itself;
  if (isList && !Array.isArray(value)) return [name];
  const below = (one: unknown, path: string): string[] => {
    const object = objectOf(one);
    return missingIn(fieldsOf(type, object, around), object, around).map((rest) => `${path}.${rest}`);
  };
  return Array.isArray(value) ? value.flatMap((one, at) => below(one, `${name}.${at}`)) : below(value, name);
}

/** Fields of which a form asks for one: the platform takes none as well, but such an account cannot be signed in to. */
const oneOf: Readonly<Record<string, readonly string[]>> = { CreateUserInput: ['email', 'username', 'phone'] };

/** The fields of an input type of which one is to be filled in, if none is. */
export function lackingOneOf(type: string, values: Values): readonly string[] {
  const names = oneOf[type] ?? none;
  return names.every((name) => isAbsent(values[name])) ? names : none;
}

const none: readonly string[] = [];

/** JSON that was typed: the platform states what it lacks. */
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** Whether an object that is being typed has a member with a value. */
export const hasBegun = (value: unknown): boolean =>
  isObject(value) ? Object.values(value).some(hasBegun) : !isEmpty(value);

/** The members of an object that is being typed: none before the first. */
export const objectOf = (value: unknown): Values => (isObject(value) ? value : {});

/**
 * The input that is sent: without fields that were left empty, and, for a record that exists, without values that
 * have not changed. An emptied value is sent as an empty list, or as null where the field takes null.
 */
export function inputOf(type: string, values: Values, before: Values | null): Record<string, unknown> {
  const changed = fieldsOf(type, values, before ?? {}).filter(
    ({ name, isRequired }) => isRequired || !before || !(name in before) || !isSame(values[name], before[name]),
  );
  return membersOf(changed, values, { before, around: { ...before, ...values } });
}

/** The earlier values of an object, and the values around it. */
interface Surroundings {
  before: Values | null;
  around: Values;
}

/** The input that replaces a part of a record as a whole. An empty list in it is not the same as none. */
export function wholeInputOf(type: string, values: Values): Record<string, unknown> {
  const emptied = fieldsOf(type, values).filter(({ name }) => Array.isArray(values[name]) && isEmpty(values[name]));
  return { ...inputOf(type, values, null), ...Object.fromEntries(emptied.map(({ name }) => [name, []])) };
}

function membersOf(fields: readonly FormField[], values: Values, { before, around }: Surroundings) {
  const entries = fields.flatMap((field) => {
    const { name, isRequired, isList, isNullable } = field;
    const value = valueOf(field, values[name], { before: before?.[name], around });
    if (!isEmpty(value) || isRequired) return [[name, value]];
    // A member that is absent was not emptied: an address can prefill a part of an object.
    if (!(name in values) || !hasBegun(before?.[name])) return [];
    return [[name, isList ? [] : isNullable ? null : '']];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/** An object is sent as a whole, because some are replaced; one without members is empty. */
function valueOf(
  { name, type, isList, isRequired }: FormField,
  value: unknown,
  { before, around }: { before: unknown; around: Values },
): unknown {
  const readMembers = (object: Values, of: Values | null) => {
    const inObject = { ...around, ...object };
    return membersOf(fieldsOf(type, object, around), object, { before: of, around: inObject });
  };
  if (name === 'customData' && isObject(value) && isObject(before)) return mergePatch(before, value);
  if (!inputs[type] || isText(value)) return value;
  if (isList) return Array.isArray(value) ? value.map((item: Values) => readMembers(item, null)) : value;
  const members = readMembers(objectOf(value), (before ?? null) as Values | null);
  return isRequired || hasBegun(members) || (isObject(value) && hasBegun(before)) ? members : undefined;
}

/** The merge patch (RFC 7396) that makes one object of another: what was removed is null. */
function mergePatch(before: Values, after: Values): Values {
  const removed = Object.keys(before).filter((name) => !(name in after));
  const changed = Object.entries(after).flatMap(([name, value]) => {
    const old = before[name];
    if (isSame(old, value) && name in before) return [];
    return [[name, isObject(old) && isObject(value) ? mergePatch(old, value) : value] as const];
  });
  return Object.fromEntries([...changed, ...removed.map((name) => [name, null] as const)]);
}

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** The fields among these that have another value than in another form. Empty values are alike. */
export const differing = (names: ReadonlySet<string>, values: Values, others: Values): readonly string[] =>
  [...names].filter((name) => {
    const [value, other] = [values[name], others[name]];
    return !isSame(hasBegun(value) ? value : null, hasBegun(other) ? other : null);
  });

/** Whether it is work to enter these fields again: a text, or more than one choice. */
export function isWork(type: string, names: readonly string[], values: Values, others: Values): boolean {
  const isTyped = (name: string): boolean => !inputs[type]?.some((field) => field.name === name && isChosen(field));
  const choices = names.reduce((sum, name) => sum + choicesBetween(values[name], others[name]), 0);
  return names.some(isTyped) || choices > 1;
}

const isChosen = ({ type, kind }: FormField): boolean =>
  type === 'Boolean' || enums[type] !== undefined || pickerOf(kind) !== null;

/** The number of choices that lead from a value to another: of a list, one for each item. */
const choicesBetween = (value: unknown, other: unknown): number =>
  Array.isArray(value) || Array.isArray(other)
    ? new Set([value ?? []].flat()).symmetricDifference(new Set([other ?? []].flat())).size
    : 1;

/** The values of a record for the fields of the form that it has, which depend on those in the form. */
export const valuesOf = (type: string, values: Values, record: Values | null): Values =>
  Object.fromEntries(
    fieldsOf(type, values, record ?? {}).flatMap(({ name }) =>
      record && name in record ? [[name, record[name] ?? undefined]] : [],
    ),
  );

/** The values that were typed: those that differ from those of the record. */
export const changedValues = (values: Values, record: Values | null): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !record || !(name in record) || !isSame(value, record[name])),
  );
