import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import type { EmittedEvent } from '../../../data/change.ts';
import { useWords } from '../../../words/index.ts';
import { recordInEvent } from '../preview/record-in-event.ts';
import { shownValue } from './shown-value.ts';
import { isObject } from '../../../data/is-object.ts';

/** The value with a name such as "isShown", or "claims.locale" of an object. */
function valueAt(record: Record<string, unknown> | undefined, name: string): unknown {
  if (record && name in record) return record[name];
  return name.split('.').reduce<unknown>((part, step) => (isObject(part) ? part[step] : undefined), record);
}

type Changed = Pick<EmittedEvent, 'data'> & { typeName: string };

const RuleDifferences = lazy(() => import('../../exchange-rules/RuleDifferences.tsx'));

/** Events whose values are more than a text or a number. */
const ownDifferences: Readonly<Record<string, ComponentType<{ event: Changed }>>> = {
  'Application.ExchangePolicy.Updated': RuleDifferences,
};

/** Old and new value of what changed, as the event has them. */
export function Differences({ event }: { event: Changed }): ReactNode {
  const Own = ownDifferences[event.typeName];
  if (!Own) return <PlainDifferences event={event} />;
  return (
    <Suspense>
      <Own event={event} />
    </Suspense>
  );
}

function PlainDifferences({ event: { data } }: { event: Changed }): ReactNode {
  const words = useWords();
  const previous = data['previous'] as Record<string, unknown> | undefined;
  const changed = (data['changed'] as string[] | undefined) ?? [];
  const record = recordInEvent(data);
  if (changed.length === 0) return null;
  return (
    <ul className="plain-list soft">
      {changed.map((name) => {
        const [before, after] = [valueAt(previous, name), valueAt(record, name)];
        const title = name.split('.').map(words.label).join(' · ');
        // Events have no secrets, and of other records no more than that they changed.
        if (before === undefined && after === undefined) return <li key={name}>{title}</li>;
        return (
          <li key={name}>
            {title}: {shownValue(words, name, before)} → <strong>{shownValue(words, name, after)}</strong>
          </li>
        );
      })}
    </ul>
  );
}
