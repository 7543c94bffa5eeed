import type { Operations } from '../../data/operation.ts';
import generated from '../../generated/operations.json' with { type: 'json' };

/** The mutations with their forms, derived from schema.graphql. */
export const { operations, inputs, enums } = generated as unknown as Operations;
