import { Button } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { useWords } from '../../../words/index.ts';
import type { Common, FieldsProps } from './field-props.ts';
import { Folded } from './Folded.tsx';
import { fieldsOf, objectOf, type Values } from '../values.ts';

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
}

/** An object of an input: its members as fields, folded if it is optional and empty. */
export function ObjectField({ common, Fields, type, value, set, problems }: Props): ReactNode {
  const values = objectOf(value);
  const isOpen = common.required || Object.keys(values).length > 0 || problems.size > 0;
  return (
    <Folded className="nested" summary={common.label} opens={isOpen}>
      <Described common={common} />
      <Fields
        type={type}
        fields={fieldsOf(type, values)}
        values={values}
        problems={problems}
        onChange={(name, next) => set({ ...values, [name]: next })}
      />
    </Folded>
  );
}

/** A list of objects: the fields of each, one more, one less. */
export function ListOfObjects({ common, Fields, type, value, set, problems }: Props): ReactNode {
  const words = useWords();
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const replaced = (index: number, next: Values): unknown[] => items.map((item, at) => (at === index ? next : item));
  return (
    <fieldset className="nested stack">
      <legend>{common.label}</legend>
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
            fields={fieldsOf(type, objectOf(item))}
            values={objectOf(item)}
            problems={ofItem(problems, index)}
            onChange={(name, next) => set(replaced(index, { ...objectOf(item), [name]: next }))}
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

function Described({ common: { description, error } }: { common: Common }): ReactNode {
  return (
    <>
      <p className="soft spaced">{description}</p>
      {error ? (
        <p className="bad spaced" role="alert">
          {error}
        </p>
      ) : null}
    </>
  );
}
