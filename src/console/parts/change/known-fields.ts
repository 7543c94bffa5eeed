import type { OperationName } from '../../data/needs.ts';
import type { Operation } from '../../data/operation.ts';
import { idsIn } from '../../data/records/record-names.ts';
import { beginnings } from './beginning/beginnings.ts';
import { enums, inputs } from './operations.ts';
import type { Values } from './values.ts';

/**
 * The values that are known from what was pressed, and are in no field: the records that a change is about, its
 * direction, and what it gives or takes. Not a list that is replaced, which begins with what is there, nor what a
 * record could become.
 */
export function knownFields(
  name: OperationName,
  { input, lifecycle, inverse }: Operation,
  initialValues: Values,
  directions: readonly string[],
): Values {
  const describesRecord = directions.length === 0 && (lifecycle === 'created' || inverse === 'values');
  const fields = new Map(inputs[input]?.map((field) => [field.name, field]));
  const isKnown = ([field, value]: [string, unknown]): boolean => {
    const declared = fields.get(field);
    // A time is a proposal, which can be changed.
    if (!declared || value === undefined || declared.type === 'DateTime') return false;
    // Options and ids with which a form begins were chosen there, or made for it; the rest is proposed.
    if (name in beginnings) return enums[declared.type] !== undefined || (declared.type === 'ID' && !declared.isList);
    return !declared.mayBeEmpty && !declared.isReplaced && (idsIn(value).length > 0 || !describesRecord);
  };
  return Object.fromEntries(Object.entries(initialValues).filter(isKnown));
}
