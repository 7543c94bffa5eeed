import { Button } from '@mantine/core';
import { type ComponentType, type ReactNode, useRef, useState } from 'react';
import { useWords } from '../../../words/index.ts';
import type { Common, FieldsProps } from './field-props.ts';
import { FirstFocus } from '../FirstFocus.tsx';
import { isObject } from '../../../data/is-object.ts';
import { fieldsOf, hasBegun, objectOf, type Values } from '../values.ts';

interface Props {
  common: Common;
  /** Draws the members. */
  Fields: ComponentType<FieldsProps>;
  /** Name of the input type. */
  type: string;
  value: unknown;
  set: (value: unknown) => void;
  /** Messages by path below the object. */
  problems: ReadonlyMap<string, string>;
  /** The values around the object. */
  around: Values;
}

/** An object of an input: its members as fields. An optional one is opened on purpose, unless the record has it. */
export function ObjectField({ record, ...props }: Props & { record: unknown }): ReactNode {
  const { common, value, set } = props;
  const [isOpen, setOpen] = useState(isObject(value));
  const [wasPressed, setPressed] = useState(false);
  const press = (opens: boolean): void => {
    setOpen(opens);
    setPressed(true);
    set(opens ? objectOf(value) : (record ?? undefined));
  };
  if (!common.required && !isOpen && !hasBegun(value))
    return <ClosedObject common={common} takesFocus={wasPressed} open={() => press(true)} />;
  const isOptional = !common.required && !hasBegun(record);
  return (
    <OpenObject
      {...props}
      record={isObject(record) ? record : null}
      takesFocus={wasPressed}
      remove={isOptional ? () => press(false) : undefined}
    />
  );
}

/** An object whose members are fields of the form around it. */
export function PlainObject({ Fields, type, value, set, problems, around, record }: Props & { record: unknown }) {
  const values = objectOf(value);
  return (
    <Fields
      type={type}
      fields={fieldsOf(type, values, around)}
      values={values}
      problems={problems}
      onChange={(name, next) => set({ ...values, [name]: next })}
      record={isObject(record) ? record : null}
      around={around}
    />
  );
}

/** In the place of an optional object, of which nothing is sent. */
function ClosedObject({ common, takesFocus, open }: { common: Common; takesFocus: boolean; open: () => void }) {
  const { change: words } = useWords();
  return (
    <div className="closed-object">
      <Button variant="default" autoFocus={takesFocus} onClick={open}>
        {words.addObject(common.label)}
      </Button>
      <Described common={common} />
    </div>
  );
}

interface OpenProps extends Props {
  record: Values | null;
  takesFocus: boolean;
  remove: (() => void) | undefined;
}

function OpenObject({ common, takesFocus, remove, ...object }: OpenProps): ReactNode {
  const { change: words } = useWords();
  const members = useRef<HTMLDivElement>(null);
  return (
    <fieldset className="nested stack tight">
      <Legend common={common} />
      <Described common={common} />
      <div ref={members}>
        <PlainObject {...object} common={common} />
      </div>
      {remove ? (
        <Button variant="subtle" className="at-start" onClick={remove}>
          {words.removeObject(common.label)}
        </Button>
      ) : null}
      {takesFocus ? <FirstFocus within={members} /> : null}
    </fieldset>
  );
}

/** A list of objects: the fields of each, one more, one less. */
export function ListOfObjects({ common, Fields, type, value, set, problems, around }: Props): ReactNode {
  const words = useWords();
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const replaced = (index: number, next: Values): unknown[] => items.map((item, at) => (at === index ? next : item));
  return (
    <fieldset className="nested stack">
      <Legend common={common} />
      <Described common={common} />
      {items.map((item, index) => (
        // The position is what identifies an item that is being typed.
        <section key={index} className="stack tight nested-item" aria-label={words.change.item(index + 1)}>
          <div className="row apart">
            <strong>{words.change.item(index + 1)}</strong>
            <Button variant="subtle" onClick={() => set(items.filter((_item, at) => at !== index))}>
              {words.change.removeItem(index + 1)}
            </Button>
          </div>
          <Fields
            type={type}
            fields={fieldsOf(type, objectOf(item), around)}
            values={objectOf(item)}
            problems={ofItem(problems, index)}
            onChange={(name, next) => set(replaced(index, { ...objectOf(item), [name]: next }))}
            around={around}
          />
        </section>
      ))}
      <Button variant="default" className="at-start" onClick={() => set([...items, {}])}>
        {words.change.addItem(common.label)}
      </Button>
    </fieldset>
  );
}

const ofItem = (problems: ReadonlyMap<string, string>, index: number): ReadonlyMap<string, string> =>
  new Map(
    [...problems].flatMap(([path, message]) => {
      const [position, ...rest] = path.split('.');
      return position === String(index) ? [[rest.join('.'), message] as const] : [];
    }),
  );

/** The name of a group of fields, marked as the labels of required fields are. */
const Legend = ({ common: { label, required } }: { common: Common }): ReactNode => (
  <legend>
    {label}
    {required ? (
      <span aria-hidden="true" className="bad">
        {' *'}
      </span>
    ) : null}
  </legend>
);

function Described({ common: { description, error } }: { common: Common }): ReactNode {
  return (
    <>
      {description ? <p className="soft spaced">{description}</p> : null}
      {error ? (
        <p className="bad spaced" role="alert">
          {error}
        </p>
      ) : null}
    </>
  );
}
