import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useQuery } from 'urql';
import { useAgainAfterEvents } from '../../data/feed/use-again.ts';
import { useMay } from '../../data/viewer.ts';
import { Fault } from '../../parts/Fault.tsx';
import { Loading } from '../../parts/Loading.tsx';
import { useWords } from '../../words/index.ts';
import { type Area, areaNames, areas, areasRead } from './areas.ts';
import { AttentionDocument, attentionItems, day, DueDeletionsDocument } from './attention-items.tsx';
import { useTexts } from './use-texts.ts';

/** The records that need attention today, with a link to where it is fixed; and what was checked for it. */
export function Attention(): ReactNode {
  const words = { ...useWords(), ...useTexts() };
  const may = useMay();
  const since = useMemo(() => new Date(Date.now() - day).toISOString(), []);
  const holds = (area: Area): boolean => areas[area].every((permission) => may(permission));
  const readable = areaNames.filter(holds);
  const isNothing = readable.length === 0;
  const variables = {
    day: since,
    webhooks: holds('webhooks'),
    connectors: holds('connectors'),
    identityProviders: holds('identityProviders'),
    exchanges: holds('exchanges'),
    jobs: holds('jobs'),
    keys: holds('keys'),
  };
  const [{ data, error }, again] = useQuery({ query: AttentionDocument, variables, pause: isNothing });
  // A count takes longer than a page.
  const [{ data: due, error: dueError }, countAgain] = useQuery({
    query: DueDeletionsDocument,
    pause: !holds('deletions'),
  });
  useAgainAfterEvents(again);
  useAgainAfterEvents(countAgain);
  if (isNothing) return null;
  if (error && !data) return <Fault error={error} again={again} />;
  if (!data || (holds('deletions') && !due && !dueError)) return <Loading lines={1} />;
  const items = attentionItems(data, due, words);
  const read = areasRead(data, due);
  const checked = readable.filter((area) => read[area]);
  return (
    <section className="stack tight" aria-label={words.overview.attention}>
      {items.map(({ path, search = {}, name, text, isBad = true }) => (
        <p key={path + name} className="notice" data-kind={isBad ? 'bad' : 'warn'}>
          <Link to={path} search={search}>
            {name}
          </Link>{' '}
          {text}
        </p>
      ))}
      <Checked
        checked={checked}
        failed={readable.filter((area) => !checked.includes(area))}
        isGood={items.length === 0}
      />
    </section>
  );
}

interface CheckedProps {
  checked: readonly Area[];
  /** Areas that the viewer may read, and that were not read. */
  failed: readonly Area[];
  /** Whether nothing needs attention of what was checked. */
  isGood: boolean;
}

/** The areas that were checked; and the others, which the viewer may not read, or which could not be read. */
function Checked({ checked, failed, isGood }: CheckedProps): ReactNode {
  const { overview: texts } = useTexts();
  const named = (some: readonly Area[]): string[] => some.map((area) => texts.checked[area]);
  const hidden = areaNames.filter((area) => !checked.includes(area) && !failed.includes(area));
  return (
    <>
      {failed.length > 0 ? (
        <p className="notice" data-kind="warn">
          {texts.notRead(named(failed))}
        </p>
      ) : null}
      {isGood && checked.length > 0 ? (
        <p className="notice" data-kind="good">
          {texts.nothing(named(checked))}
        </p>
      ) : null}
      {hidden.length > 0 ? <p className="soft">{texts.notYours(named(hidden))}</p> : null}
    </>
  );
}
