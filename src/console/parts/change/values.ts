import type { FormField } from '../../data/operation.ts';
import { inputs } from './operations.ts';

export type Values = Readonly<Record<string, unknown>>;

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Whether every required field has a value. */
export const isComplete = (fields: readonly FormField[], values: Values): boolean =>
  fields.every(({ name, isRequired }) => !isRequired || !isEmpty(values[name]));

/**
 * The input that is sent: without fields that were left empty, and, for a record that exists, without values that
 * have not changed. An emptied value is sent as null where the field takes null.
 */
export function inputOf(type: string, values: Values, before: Values | null): Record<string, unknown> {
  const entries = (inputs[type] ?? []).flatMap((field) => {
    const value = values[field.name];
    if (before && field.name in before && !field.isRequired) {
      if (isSame(value, before[field.name])) return [];
      if (value === '' || value === undefined) return [[field.name, field.isNullable ? null : '']];
    }
    return isEmpty(value) && !field.isRequired ? [] : [[field.name, value]];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** The values of a record for the fields of a form that it has. */
export const valuesOf = (fields: readonly FormField[], record: Values | null): Values =>
  Object.fromEntries(
    fields.flatMap(({ name }) => (record && name in record ? [[name, record[name] ?? undefined]] : [])),
  );

/** What was typed: the values that differ from those of the record. */
export const changedValues = (values: Values, record: Values | null): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !record || !(name in record) || !isSame(value, record[name])),
  );
