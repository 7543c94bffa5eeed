import { Button, SegmentedControl } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useQuery } from 'urql';
import { useAddress, useSetAddress } from '../../data/use-address.ts';
import { useAgainWhile } from '../../data/feed/use-again.ts';
import { useMay } from '../../data/viewer.ts';
import { useActs } from '../../words/acts/index.ts';
import { useExchangeReasons } from '../../words/exchange-reasons/reasons.ts';
import { useWords } from '../../words/index.ts';
import { Fault } from '../Fault.tsx';
import { Loading } from '../Loading.tsx';
import { StateMark, When } from '../marks.tsx';
import { Who } from '../identity/Who.tsx';
import { actedForEntries, refusedEntries } from './exchange-entries.ts';
import type { Texts } from './texts/en.ts';
import {
  entriesOf,
  type Entry,
  type EntryKind,
  entryKinds,
  joinedEntries,
  TimelineActedForDocument,
  TimelineDocument,
  TimelineRefusedDocument,
} from './timeline.ts';
import { useTexts } from './use-texts.ts';

interface Range {
  since?: string | undefined;
  until?: string | undefined;
}

const isIn =
  ({ since, until }: Range) =>
  ({ at }: Entry): boolean =>
    (since === undefined || at >= since) && (until === undefined || at < until);

/** The entries of a person in a time, as far as the viewer may read them. */
function useTimeline(id: string, { since, until }: Range) {
  const wording = { words: useWords(), texts: useTexts(), acts: useActs() };
  const may = useMay();
  const withAttempts = may('users:read');
  const withChanges = may('events:read');
  const variables = {
    id,
    attempts: { userId: id, ...(since && { createdAfter: since }), ...(until && { createdBefore: until }) },
    changes: { subjectId: id, ...(since && { since }), ...(until && { until }) },
    withAttempts,
    withChanges,
    withApplications: may('applications:read'),
    withOrganizations: may('organizations:read'),
  };
  const [{ data, error }, again] = useQuery({ query: TimelineDocument, variables });
  const exchanges = useExchanges(id, { since, until }, wording.texts);
  // Attempts have no events.
  useAgainWhile(withAttempts && until === undefined, again, 5000);
  if (!data) return { entries: null, olderThan: null, error, again };
  const others = [...joinedEntries(data, wording.texts), ...exchanges].filter(isIn({ since, until }));
  return { ...entriesOf(data, wording, others), error, again };
}

const thirtyDays = 30 * 86_400_000;

/** The entries of exchanges in a time, of the last 30 days. */
function useExchanges(id: string, { since, until }: Range, texts: Texts): readonly Entry[] {
  const may = useMay();
  const reasonOf = useExchangeReasons();
  const [earliest] = useState(() => new Date(Date.now() - thirtyDays).toISOString());
  const from = since ?? earliest;
  const names = { withApplications: may('applications:read'), withApis: may('resources:read') };
  const filter = { userId: id, outcome: 'REFUSED' as const, since: from, ...(until && { until }) };
  const isRead = may('exchanges:read') && (until === undefined || until > from);
  const [acted] = useQuery({
    query: TimelineActedForDocument,
    variables: { id, since: from, ...names },
    pause: !isRead,
  });
  const [refused] = useQuery({ query: TimelineRefusedDocument, variables: { filter, ...names }, pause: !isRead });
  if (!isRead) return [];
  return [
    ...actedForEntries(acted.data?.user ?? null, texts),
    ...refusedEntries(refused.data?.exchanges ?? null, texts, reasonOf),
  ];
}

/** The entries about a person: sign-ins, refusals, changes and exchanges, newest first, with their place. */
export function Timeline({ id }: { id: string }): ReactNode {
  const texts = useTexts();
  const { where = {} } = useAddress();
  const setAddress = useSetAddress();
  const until = typeof where['until'] === 'string' ? where['until'] : undefined;
  const kind = entryKinds.find((one) => one === where['show']);
  const { entries, olderThan, error, again } = useTimeline(id, { until });
  const go = (change: Readonly<Record<string, string | undefined>>): void => {
    const next = Object.entries({ ...where, ...change }).filter(([, value]) => value !== undefined && value !== 'all');
    setAddress({ where: next.length === 0 ? undefined : (Object.fromEntries(next) as Record<string, string>) });
  };
  return (
    <section className="stack tight">
      <div className="row">
        <h2 className="grow">{texts.timeline}</h2>
        <SegmentedControl
          size="xs"
          aria-label={texts.timeline}
          value={kind ?? 'all'}
          onChange={(show) => go({ show })}
          data={(['all', ...entryKinds] as const).map((value) => ({ value, label: texts.show[value] }))}
        />
      </div>
      {error && !entries ? <Fault error={error} again={again} /> : null}
      {entries ? <Entries entries={ofKind(entries, kind)} none={texts.none} title={texts.timeline} /> : null}
      {!entries && !error ? <Loading lines={6} /> : null}
      <Unread />
      <div className="row to-end">
        {until ? (
          <Button variant="default" onClick={() => go({ until: undefined })}>
            {texts.latest}
          </Button>
        ) : null}
        {olderThan ? (
          <Button variant="default" onClick={() => go({ until: justAfter(olderThan) })}>
            {texts.earlier}
          </Button>
        ) : null}
      </div>
    </section>
  );
}

/** The entries about a person after a time, such as when someone has helped. */
export function TimelineSince({ id, after }: { id: string; after: string }): ReactNode {
  const texts = useTexts();
  const { entries, error, again } = useTimeline(id, { since: justAfter(after) });
  if (!entries) return error ? <Fault error={error} again={again} /> : <Loading lines={2} />;
  return (
    <section className="stack tight">
      <h2>{texts.since}</h2>
      {entries.length === 0 ? (
        <p className="soft">{texts.nothingSince}</p>
      ) : (
        <Entries entries={entries} none={texts.none} title={texts.since} />
      )}
      <Unread />
    </section>
  );
}

/** The end of a range that has this time, and the beginning of one that has it no more. */
const justAfter = (at: string): string => new Date(Date.parse(at) + 1).toISOString();

const ofKind = (entries: readonly Entry[], kind: EntryKind | undefined): readonly Entry[] =>
  kind ? entries.filter((entry) => entry.kind === kind) : entries;

function Entries({ entries, none, title }: { entries: readonly Entry[]; none: string; title: string }): ReactNode {
  const { common, label } = useWords();
  return (
    <ol className="plain-list card" aria-label={title}>
      {entries.map(({ id, at, tone, title: text, path, place, by }) => (
        <li key={id} className="timeline-row">
          <StateMark tone={tone}>
            <Link to={path}>{text}</Link>
          </StateMark>
          <span className="soft">
            <When at={at} />
          </span>
          <span className="soft">
            {place.join(' · ')}
            {by ? (
              <>
                {' · '}
                {common.by} <Who id={by.id} label={by.label ?? label(by.kind)} />
              </>
            ) : null}
          </span>
        </li>
      ))}
      {entries.length === 0 ? <li className="empty">{none}</li> : null}
    </ol>
  );
}

/** The kinds of entries that are missing because the viewer may not read them. */
function Unread(): ReactNode {
  const texts = useTexts();
  const may = useMay();
  return (
    <>
      {may('users:read') ? null : <p className="soft">{texts.unread.signIns}</p>}
      {may('events:read') ? null : <p className="soft">{texts.unread.changes}</p>}
      {may('exchanges:read') ? null : <p className="soft">{texts.unread.exchanges}</p>}
    </>
  );
}
