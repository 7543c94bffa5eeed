import { SegmentedControl } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useQuery } from 'urql';
import type { OperationName } from '../../../data/needs.ts';
import { graphql } from '../../../data/graphql.ts';
import type { Operation } from '../../../data/operation.ts';
import { useWords } from '../../../words/index.ts';
import { Code } from '../../code/Code.tsx';
import { Access } from './Access.tsx';
import { codeOf } from '../code.ts';
import { EventSummary } from './EventSummary.tsx';
import { changesAccess } from './holders.ts';
import { RefusedItems } from './RefusedItems.tsx';
import { SampleView } from './SampleView.tsx';
import type { Change } from '../use-change.ts';
import { gapsText } from '../use-problems.ts';

// Loaded when its tab is opened: one mutation has it.
const DraftPage = lazy(() => import('./DraftPage.tsx'));

const Effect = lazy(() => import('./Effect.tsx'));

/** Changes that give roles to one person or application: their scopes are stated at once. */
const givers: ReadonlySet<OperationName> = new Set(['assignUserRoles', 'assignApplicationRoles']);

/** Whether the change alters the pages that people see. */
const changesPages = (name: OperationName): boolean => name === 'updateSignInExperience';

const RoutesDocument = graphql(`query Routes { operations { name method path } }`);

/** The effects that the change would have, by its dry run; and the same change as code. */
export function Preview({
  operation,
  name,
  change,
}: {
  operation: Operation;
  name: OperationName;
  change: Change;
}): ReactNode {
  const words = useWords();
  const [shown, setShown] = useState('events');
  return (
    <section className="stack tight" aria-label={words.change.preview}>
      <SegmentedControl
        size="xs"
        aria-label={words.change.preview}
        value={shown}
        onChange={setShown}
        data={[
          { value: 'events', label: words.change.preview },
          ...(changesAccess(operation) ? [{ value: 'access', label: words.change.access.title }] : []),
          ...(changesPages(name) ? [{ value: 'page', label: words.signInPage.draft }] : []),
          { value: 'graphql', label: words.change.graphql },
          { value: 'curl', label: words.change.curl },
          { value: 'rest', label: words.change.rest },
        ]}
      />
      {shown === 'events' ? (
        <>
          <Refused change={change} />
          <Events change={change} />
          {givers.has(name) && change.dryRun.outcome?.error === null ? (
            <Suspense>
              <Effect {...{ name, operation, change }} />
            </Suspense>
          ) : null}
        </>
      ) : null}
      {shown === 'access' ? <Access {...{ name, operation, change }} /> : null}
      {shown === 'page' ? (
        <Suspense>
          <DraftPage name="updateSignInExperience" change={change} />
        </Suspense>
      ) : null}
      {['events', 'access', 'page'].includes(shown) ? null : <AsCode form={shown} {...{ name, operation, change }} />}
    </section>
  );
}

function Refused({ change: { dryRun, input } }: { change: Change }): ReactNode {
  const { change: texts } = useWords();
  const refused = dryRun.outcome?.refusedItems ?? [];
  return <RefusedItems titleOf={texts.wouldBeRefused} items={input['items']} refused={refused} />;
}

function Events({ change }: { change: Change }): ReactNode {
  const words = useWords();
  const { dryRun, withEvents } = change;
  const { outcome, isRunning } = dryRun;
  if (isRunning)
    return (
      <p className="soft" aria-live="polite">
        {words.change.trying}
      </p>
    );
  if (!outcome)
    return (
      <p className="soft" aria-live="polite">
        {gapsText(words, change)}
      </p>
    );
  if (outcome.error) return null;
  const sample = outcome.sample ? <SampleView sample={outcome.sample} /> : null;
  const counts = Object.entries(outcome.counts).map(([name, count]) => (
    <p key={name} className="spaced">
      <strong>{name === 'deliveryCount' ? words.change.wouldSend(count) : `${words.label(name)}: ${count}`}</strong>
    </p>
  ));
  if (!withEvents)
    return (
      <div aria-live="polite">
        {sample}
        {counts}
        <p className="soft">{words.change.eventsHidden}</p>
      </div>
    );
  const events = outcome.events ?? [];
  return (
    <div aria-live="polite">
      {sample}
      {counts}
      {events.length > 0 ? <EventSummary events={events} /> : null}
      {events.length === 0 && counts.length === 0 ? <p className="spaced">{words.change.nothing}</p> : null}
    </div>
  );
}

function AsCode({
  form,
  operation,
  name,
  change,
}: {
  form: string;
  operation: Operation;
  name: OperationName;
  change: Change;
}): ReactNode {
  const words = useWords();
  const [{ data }] = useQuery({ query: RoutesDocument });
  const route = data?.operations?.find((one) => one.name === name) ?? null;
  const code = codeOf(operation, change.input, route);
  const shown = form === 'graphql' ? code.graphql : form === 'curl' ? code.curl : code.rest;
  return <Code label={words.change.code}>{shown ?? ''}</Code>;
}
