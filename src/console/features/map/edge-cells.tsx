import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Search } from '../../data/address.ts';
import { useAddress } from '../../data/use-address.ts';
import { rulesPage } from '../../parts/exchange-rules/pages.ts';
import type { Column } from '../../parts/list/definition.ts';
import { Identity } from '../../parts/identity/Identity.tsx';
import { StateMark, type Tone, When } from '../../parts/marks.tsx';
import { useExchangeReasons } from '../../words/exchange-reasons/reasons.ts';
import { useWords } from '../../words/index.ts';
import type { Edge, EdgeState, Party } from './edges.ts';

/** The parameters of the explanation of an edge. */
export const explanationOf = (application: Party | null, target: Party | null): Search => ({
  ...(application?.path ? { app: application.id } : {}),
  ...(target?.path ? { resource: target.id } : {}),
});

const tones: Readonly<Record<EdgeState, Tone>> = { USED: 'good', REFUSED: 'bad', QUIET: 'soft', UNUSED: 'warn' };

/** The number of refused exchanges, with the most frequent reason; all reasons in its title. */
function Refused({ edge: { refused, refusals } }: { edge: Edge }): ReactNode {
  const words = useWords();
  const reasons = refusals.map(useExchangeReasons());
  return (
    <span className="bad brief" title={reasons.join('\n')}>
      {words.number(refused)}: {reasons[0]}
    </span>
  );
}

function PartyLink({ party, otherwise }: { party: Party | null; otherwise: string }): ReactNode {
  if (party?.path && party.name !== null)
    return (
      <Link to={party.path} className="record-link">
        <Identity record={{ id: party.id, displayName: party.name }} line={party.line} />
      </Link>
    );
  return <span className="soft">{party?.name ?? otherwise}</span>;
}

/** The columns of the map as a table. */
export const edgeColumns: readonly Column<Edge>[] = [
  {
    key: 'through',
    title: (words) => words.map.come,
    show: ({ through, state }, { map, record }) => (
      <PartyLink party={through} otherwise={state === 'UNUSED' ? record.nothing : map.unknownToken} />
    ),
  },
  {
    key: 'act',
    title: (words) => words.map.act,
    show: ({ application }, { record }) => <PartyLink party={application} otherwise={record.nothing} />,
    role: 'name',
  },
  {
    key: 'reach',
    title: (words) => words.map.reach,
    show: ({ target, state }, { map }) => (
      <PartyLink party={target} otherwise={state === 'UNUSED' ? map.anyResource : map.unknownResource} />
    ),
  },
  { key: 'granted', title: (words) => words.map.granted, show: ({ granted }, words) => words.number(granted) },
  {
    key: 'refused',
    title: (words) => words.map.refused,
    show: (edge, { record }) => (edge.refused === 0 ? record.nothing : <Refused edge={edge} />),
  },
  { key: 'first', title: (words) => words.map.first, show: ({ firstAt }) => <When at={firstAt} />, role: 'minor' },
  {
    key: 'state',
    title: (words) => words.common.state,
    show: ({ state }, { map }) => <StateMark tone={tones[state]}>{map.states[state]}</StateMark>,
    role: 'state',
  },
  { key: 'actions', title: (words) => words.map.actions, show: (edge) => <EdgeActions edge={edge} /> },
];

/** The same on a narrow screen, where a row is a card. */
export const edgeLines: readonly Column<Edge>[] = [
  {
    key: 'parties',
    title: (words) => words.map.act,
    show: (edge) =>
      // Only an exchange shows the application through which people come.
      edgeColumns
        .slice(edge.state === 'UNUSED' ? 1 : 0, 3)
        .map(({ key, show }, index) => <Step key={key} {...{ edge, show, index }} />),
    role: 'name',
  },
  ...edgeColumns.filter(({ key }) => ['state', 'granted', 'refused', 'actions'].includes(key)),
];

function Step({ edge, show, index }: { edge: Edge; show: Column<Edge>['show']; index: number }): ReactNode {
  return (
    <>
      {index > 0 ? ' → ' : ''}
      {show(edge, useWords())}
    </>
  );
}

/** Links to why the exchange is granted or refused, to the rules of the application, and to the switch. */
function EdgeActions({ edge: { application, target, mayExchange } }: { edge: Edge }): ReactNode {
  const words = useWords();
  const address = useAddress();
  if (!application.path) return null;
  const input = { applicationId: application.id, tokenExchangeAllowed: !mayExchange };
  return (
    <span className="nowrap">
      <Link to="/explain" search={explanationOf(application, target)}>
        {words.map.explain}
      </Link>
      {' · '}
      <Link {...rulesPage(application.id)}>{words.map.rules}</Link>
      <br />
      <Link to="/map" search={{ ...address, do: 'setApplicationTokenExchange', with: input }}>
        {mayExchange ? words.map.switchOff : words.map.switchOn}
      </Link>
    </span>
  );
}
