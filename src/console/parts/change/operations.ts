import type { Operations } from '../../data/operation.ts';
import generated from '../../generated/operations.json' with { type: 'json' };

/** The mutations with their forms, derived from schema.graphql. */
export const { operations, inputs, enums } = generated as unknown as Operations;

/** Whether values of a type of a field have members or items, so that they are written as JSON where no form is. */
export const isStructured = (type: string): boolean =>
  inputs[type] !== undefined || type === 'JSON' || type === 'JSONObject';
