import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FormField } from '../../data/operation.ts';
import { useWords } from '../../words/index.ts';
import { pickerOf } from '../picker/kinds.ts';
import { RecordPicker } from '../picker/RecordPicker.tsx';
import type { FieldsProps } from './field-props.ts';
import { Folded } from './Folded.tsx';
import { LeafField } from './LeafField.tsx';
import { ListOfObjects, ObjectField } from './ObjectField.tsx';
import { inputs, isStructured } from './operations.ts';

/** Optional fields that are shown at once; the others are folded. */
const shownAtOnce = 5;

/** The form of an input type: a field for each member. */
export function Fields(props: FieldsProps): ReactNode {
  const words = useWords();
  const fields = props.fields.toSorted((one, other) => placeOf(one) - placeOf(other));
  const required = fields.filter(({ isRequired }) => isRequired).length;
  const shown = fields.slice(0, required + shownAtOnce);
  const folded = fields.slice(required + shownAtOnce);
  const hasProblem = folded.some(({ name }) => problemOf(props.problems, name) !== undefined);
  const draw = (field: FormField): ReactNode => <Field key={field.name} {...props} field={field} />;
  return (
    <div className="stack fields">
      {shown.map(draw)}
      {folded.length > 0 ? (
        <Folded summary={words.change.more(folded.length)} opens={hasProblem}>
          <div className="stack fields">{folded.map(draw)}</div>
        </Folded>
      ) : null}
    </div>
  );
}

/** Required fields first, and those of what was chosen; objects and hashes last. Otherwise as the platform has them. */
function placeOf({ type, isRequired, onlyWith, isSecret, widget }: FormField): number {
  const isLast = isStructured(type) || (isSecret && widget === undefined);
  return (isRequired || onlyWith ? 0 : 2) + (isLast ? 1 : 0);
}

/** The problem of a field, or of a member of it. */
const problemOf = (problems: ReadonlyMap<string, string>, name: string): string | undefined =>
  problems.get(name) ?? [...problems].find(([path]) => path.startsWith(`${name}.`))?.[1];

function Field({ field, values, problems, fixed, onChange, areOfRecord = false }: FieldsProps & { field: FormField }) {
  const words = useWords();
  const { name, isRequired, isList, type, description } = field;
  const value = values[name];
  const set = (next: unknown): void => onChange(name, next);
  const isFixed = fixed.has(name);
  const kind = pickerOf(field.kind);
  const hasForm = inputs[type] && !isFixed;
  const error = hasForm ? problems.get(name) : problemOf(problems, name);
  const common = { label: words.label(name), description, required: isRequired, disabled: isFixed };
  const shared = { ...common, ...(error ? { error } : {}) };
  if (hasForm) {
    const Form = isList ? ListOfObjects : ObjectField;
    return <Form {...{ Fields, type, value, set }} common={shared} problems={below(problems, name)} />;
  }
  const control = kind ? (
    <RecordPicker {...shared} kind={kind} isMany={isList} value={value} onChange={set} />
  ) : (
    <LeafField common={shared} field={field} value={value} set={set} isOfRecord={areOfRecord} />
  );
  if (!field.mayBeEmpty || isFixed) return control;
  return (
    <div className="stack tight">
      {control}
      {Array.isArray(value) && value.length > 0 ? null : (
        <Checkbox
          label={words.change.none(common.label)}
          checked={Array.isArray(value)}
          onChange={({ currentTarget }) => set(currentTarget.checked ? [] : undefined)}
        />
      )}
    </div>
  );
}

/** The problems of the members of a field, by their paths below it. */
const below = (problems: ReadonlyMap<string, string>, name: string): ReadonlyMap<string, string> =>
  new Map(
    [...problems].flatMap(([path, message]) =>
      path.startsWith(`${name}.`) ? [[path.slice(name.length + 1), message] as const] : [],
    ),
  );
