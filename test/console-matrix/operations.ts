import { bulkOperations, exposedOperations } from '../../src/operations/index.ts';
import { examples } from '../operations/examples/index.ts';
import { bulkInput, mutationOf } from '../support/management-api.ts';
import type { Records } from '../support/records.ts';

/** The names of all operations of the Management API. */
export const operationNames: readonly string[] = [...exposedOperations, ...bulkOperations].map(({ name }) => name);

/** A valid input of an operation, as GraphQL spells it. */
export function inputOf(name: string, records: Records): Record<string, unknown> {
  const bulk = bulkOperations.find((one) => one.name === name);
  const example = examples[bulk?.operation.name ?? name];
  if (!example) throw new Error(`${name} has no example`);
  const { input } = example(records);
  return mutationOf(name, bulk ? bulkInput(bulk, input) : input).variables.input as Record<string, unknown>;
}

/** The types of the events that it emits. */
export function eventsOf(name: string, records: Records): ReadonlySet<string> {
  const bulk = bulkOperations.find((one) => one.name === name);
  return new Set(examples[bulk?.operation.name ?? name]?.(records).events.map(([type]) => type));
}

const choices: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  createApplication: { type: 'TRADITIONAL_WEB' },
  createIdentityProvider: { preset: 'OIDC' },
  createRole: { scopeIds: [] },
  createOrganizationRole: { scopeIds: [] },
};

/** The input without the type that was chosen before the form, which has no field for it. */
export const typedInput = (name: string, records: Records): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(inputOf(name, records)).filter(([field]) => typeof choices[name]?.[field] !== 'string'),
  );

/** The part of an address that goes on to the form of an operation which begins with a choice. */
export function chosenFirst(name: string): string {
  const choice = choices[name];
  return choice ? `&with=${encodeURIComponent(JSON.stringify(choice))}` : '';
}
