import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FormField } from '../../../data/operation.ts';
import { explained, useActs } from '../../../words/acts/index.ts';
import { useWords } from '../../../words/index.ts';
import { pickerOf } from '../../picker/kinds.ts';
import { RecordPicker } from '../../picker/RecordPicker.tsx';
import type { FieldsProps } from './field-props.ts';
import { Folded } from './Folded.tsx';
import { LeafField } from './LeafField.tsx';
import { ListOfObjects, ObjectField, PlainObject } from './ObjectField.tsx';
import { inputs, isNamed } from '../operations.ts';
import { inOrder } from './order.ts';
import { NameChips } from './NameChips.tsx';

/** The form of an input type: a field for each member. */
export function Fields(props: FieldsProps): ReactNode {
  const words = useWords();
  const { shown, folded } = inOrder(props.fields, props.type, props.focus);
  const hasProblem = folded.some(({ name }) => problemOf(props.problems, name) !== undefined);
  const draw = (field: FormField): ReactNode => <Field key={field.name} {...props} field={field} />;
  return (
    <div className="stack fields">
      {shown.map(draw)}
      {folded.length > 0 ? (
        <Folded summary={words.change.moreOptions} opens={hasProblem}>
          <div className="stack fields">{folded.map(draw)}</div>
        </Folded>
      ) : null}
    </div>
  );
}

type FieldProps = FieldsProps & { field: FormField };

const errorFor = (error: string | undefined): { error?: string } => (error ? { error } : {});

/** The problem of a field, or of a member of it. */
const problemOf = (problems: ReadonlyMap<string, string>, name: string): string | undefined =>
  problems.get(name) ?? [...problems].find(([path]) => path.startsWith(`${name}.`))?.[1];

function Field({ field, type: owner, values, problems, onChange, record = null, around = {} }: FieldProps): ReactNode {
  const words = useWords();
  const acts = useActs();
  const { name, isRequired, isList, type, description } = field;
  const value = values[name];
  const set = (next: unknown): void => onChange(name, next);
  const kind = pickerOf(field.kind);
  const hasForm = inputs[type];
  const error = hasForm ? problems.get(name) : problemOf(problems, name);
  const common = {
    label: words.label(name),
    description: explained(acts, description),
    required: isRequired,
  };
  const shared = { ...common, ...errorFor(error) };
  const ifNone = owner === 'CreateRoleInput' && name === 'userIds' ? { ifNone: words.change.noHolder } : {};
  if (isList && isNamed(type))
    return <NameChips common={{ ...common, ...errorFor(problemOf(problems, name)) }} {...{ value, set }} />;
  if (hasForm) {
    const form = { Fields, type, value, set, common: shared, problems: below(problems, name) };
    const surroundings = { ...around, ...values };
    if (isList) return <ListOfObjects {...form} around={surroundings} />;
    // An object that the choice before the form requires has no button that opens it.
    const Members = field.onlyWith && isRequired ? PlainObject : ObjectField;
    return <Members {...form} around={surroundings} record={record?.[name]} />;
  }
  const control = kind ? (
    <RecordPicker {...shared} {...ifNone} kinds={[kind]} isMany={isList} value={value} onChange={set} />
  ) : (
    <LeafField common={shared} field={field} value={value} set={set} isOfRecord={record !== null} />
  );
  if (!field.mayBeEmpty) return control;
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
