import type { ReactNode } from 'react';
import { idsIn, kindOfId, type RecordName } from '../../data/records/record-names.ts';
import { useActs } from '../../words/acts/index.ts';
import { useWords } from '../../words/index.ts';
import { LastUsed } from '../marks.tsx';
import { enums, inputs } from './operations.ts';
import { shownValue } from './conflict/shown-value.ts';
import type { Values } from './values.ts';

/** Records that are shown by name; the others are counted. */
const mostNames = 5;

interface Props {
  values: Values;
  /** Name of the input type. */
  type: string;
  names: ReadonlyMap<string, RecordName>;
  /** Fields whose values the title states. */
  stated: readonly string[];
}

/** The values of a change that are not in its form: records by their names, and other values in words. */
export function Known({ values, type, names, stated }: Props): ReactNode {
  const rows = Object.entries(values)
    .filter(([field]) => !stated.includes(field) && field !== 'mode')
    .flatMap(([field, value]) => rowsOf(field, value, type, names));
  if (rows.length === 0) return null;
  return (
    <dl className="facts">
      {rows.map(({ field, value, type: of }) => (
        <Row key={field} field={field} value={value} type={of} names={names} />
      ))}
    </dl>
  );
}

interface RowProps {
  field: string;
  value: unknown;
  /** Name of the type of the value. */
  type: string;
}

/** A row for each value; those of an object each have one, too. What is known by an id alone has none. */
function rowsOf(field: string, value: unknown, type: string, names: ReadonlyMap<string, RecordName>): RowProps[] {
  const ids = idsIn(value);
  if (ids.length > 0 && !ids.some((id) => names.has(id)) && ids.length === 1) return [];
  const of = inputs[type]?.find(({ name }) => name === field)?.type ?? '';
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.entries(value).flatMap(([name, member]) => rowsOf(name, member, of, names));
  if (of === 'ID' && ids.length === 0) return [];
  return [{ field, value, type: of }];
}

function Row({ field, value, type, names }: RowProps & { names: ReadonlyMap<string, RecordName> }): ReactNode {
  const words = useWords();
  const { nouns } = useActs();
  const ids = idsIn(value);
  const noun = nouns[kindOfId(ids[0])?.kind ?? ''];
  const plural = ids.length > 1 ? noun?.many : noun?.title;
  const title = field === 'items' || field === 'ids' ? capitalized(plural ?? field) : words.label(field);
  return (
    <div>
      <dt>{title}</dt>
      <dd>{ids.length > 0 ? <Names ids={ids} names={names} /> : <Plain {...{ field, value, type }} />}</dd>
    </div>
  );
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function Names({ ids, names }: { ids: readonly string[]; names: ReadonlyMap<string, RecordName> }): ReactNode {
  const { change: texts } = useWords();
  const shown = ids.flatMap((id) => names.get(id) ?? []).slice(0, mostNames);
  const others = ids.length - shown.length;
  const [only] = shown;
  if (only && ids.length === 1) return <Named record={only} />;
  return (
    <ul className="plain-list">
      {shown.map((record) => (
        <li key={record.id}>
          <Named record={record} />
        </li>
      ))}
      {others > 0 ? <li className="soft">{shown.length > 0 ? texts.others(others) : others}</li> : null}
    </ul>
  );
}

/** A record by its name, and what distinguishes it from others of this name. */
export function Named({ record: { name, detail, lastUsedAt } }: { record: RecordName }): ReactNode {
  return (
    <>
      <bdi>{name}</bdi> {detail ? <bdi className="soft">{detail}</bdi> : null}
      {lastUsedAt === undefined ? null : (
        <span className="soft">
          {' '}
          · <LastUsed at={lastUsedAt} />
        </span>
      )}
    </>
  );
}

function Plain({ field, value, type }: RowProps): ReactNode {
  const words = useWords();
  const textOf = (one: unknown): string => (enums[type] ? words.label(String(one)) : shownValue(words, field, one));
  return [value].flat().map(textOf).join(', ');
}
