import type { Operations } from '../../data/operation.ts';
import generated from '../../generated/operations.json' with { type: 'json' };

/** The mutations with their forms, derived from schema.graphql. */
export const { operations, inputs, enums } = generated as unknown as Operations;

/** Whether values of a type of a field have members or items, so that they are written as JSON where no form is. */
export const isStructured = (type: string): boolean =>
  inputs[type] !== undefined || type === 'JSON' || type === 'JSONObject';

/** Whether objects of an input type are new records that a name is enough for, such as scopes. */
export function isNamed(type: string): boolean {
  const required = inputs[type]?.filter(({ isRequired }) => isRequired) ?? [];
  return required.length === 1 && required[0]?.name === 'name' && required[0].type === 'String';
}
