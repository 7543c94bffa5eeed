import { contains } from '../../data/contains.ts';
import type { ResultOf } from '../../data/graphql.ts';
import { graphql } from '../../data/graphql.ts';
import { refusalsOf } from '../../data/exchange-use.ts';
import { type Recognizable, secondLine } from '../../data/records/recognition.ts';

export const MapDocument = graphql(`
  query DelegationMap($week: DateTime!, $kept: DateTime!, $withApplications: Boolean!, $withRules: Boolean!, $withApis: Boolean!) {
    week: exchangeEdges(since: $week, groupBy: PATH) {
      edges { applicationId subjectApplicationId apiResourceId granted refused refusals { reason description count } }
    }
    kept: exchangeEdges(since: $kept, groupBy: PATH) {
      hasMore
      edges {
        applicationId subjectApplicationId apiResourceId granted firstAt
        application @include(if: $withApplications) { id displayName tokenExchangeAllowed }
        subjectApplication @include(if: $withApplications) { id displayName }
        apiResource @include(if: $withApis) { id displayName indicator }
      }
    }
    allowed: applications(first: 100, filter: { tokenExchangeAllowed: true }) @include(if: $withApplications) {
      nodes {
        id displayName
        exchangePolicy @include(if: $withRules) {
          targets { apiResourceId apiResource @include(if: $withApis) { id displayName indicator } }
        }
      }
      pageInfo { hasNextPage }
    }
  }
`);

type Answer = ResultOf<typeof MapDocument>;

/** An application or an API resource. `path` is null for one that is unknown or deleted. */
export interface Party {
  /** Unique among the parties of its column; empty if the request named none. */
  id: string;
  name: string | null;
  /** The text that distinguishes it from others of this name. */
  line: string | null;
  path: string | null;
}

/** A line for several edges has the first of their states. */
export const edgeStates = ['USED', 'REFUSED', 'QUIET', 'UNUSED'] as const;
export type EdgeState = (typeof edgeStates)[number];

/** An application with the party whose tokens it exchanges, and the target. One that may but never did has no such
 * party, and no target unless its rules name it. */
export interface Edge {
  id: string;
  through: Party | null;
  application: Party;
  target: Party | null;
  mayExchange: boolean;
  /** In seven days, today included. */
  granted: number;
  refused: number;
  refusals: readonly Week['refusals'][number][];
  /** Null if there was never one. */
  firstAt: string | null;
  isNew: boolean;
  state: EdgeState;
}

type Week = NonNullable<Answer['week']>['edges'][number];
type StoredEdge = NonNullable<Answer['kept']>['edges'][number];

const keyOf = (path: { applicationId: string; subjectApplicationId: string | null; apiResourceId: string | null }) =>
  [path.subjectApplicationId, path.applicationId, path.apiResourceId].join(' ');

/** The exchanges of 90 days, and those that are allowed but were never used. New edges come first. */
export function edgesOf({ week, kept, allowed }: Answer, weekAgo: string): Edge[] {
  const recent = Map.groupBy(week?.edges ?? [], keyOf);
  const used = Array.from(Map.groupBy(kept?.edges ?? [], keyOf), ([id, paths]) =>
    usedEdge(id, paths, recent.get(id) ?? [], weekAgo),
  );
  const usedIds = new Set(used.map(({ application }) => application.id));
  const unused = (allowed?.nodes ?? []).filter(({ id }) => !usedIds.has(id)).flatMap(unusedEdges);
  return [...used.toSorted((one, other) => (other.firstAt ?? '').localeCompare(one.firstAt ?? '')), ...unused];
}

/** An edge of all paths between these parties. */
function usedEdge(id: string, paths: readonly StoredEdge[], week: readonly Week[], weekAgo: string): Edge {
  const sum = (some: readonly { granted: number }[]): number => some.reduce((all, { granted }) => all + granted, 0);
  const [first] = paths;
  const firstAt = paths.map((path) => path.firstAt).sort()[0] ?? null;
  const granted = sum(week);
  const refused = week.reduce((all, path) => all + path.refused, 0);
  return {
    id,
    through: partyOf(first?.subjectApplicationId ?? null, first?.subjectApplication ?? null, '/applications/'),
    application: partyOf(first?.applicationId ?? null, first?.application ?? null, '/applications/', '/settings'),
    target: partyOf(first?.apiResourceId ?? null, first?.apiResource ?? null, '/resources/'),
    mayExchange: first?.application?.tokenExchangeAllowed ?? false,
    granted,
    refused,
    refusals: refusalsOf(week),
    firstAt,
    isNew: (firstAt ?? '') > weekAgo,
    state: stateOf(granted, refused, sum(paths)),
  };
}

type Allowed = NonNullable<Answer['allowed']>['nodes'][number];

/** An edge to each API resource that the rules of an application name; without such a rule, one to any. */
function unusedEdges(application: Allowed): Edge[] {
  const targets = application.exchangePolicy?.targets;
  if (!targets) return [unusedEdge(application, null)];
  return targets.map(({ apiResourceId, apiResource }) =>
    unusedEdge(application, partyOf(apiResourceId, apiResource ?? null, '/resources/')),
  );
}

const unusedEdge = (application: Allowed, target: Party | null): Edge => ({
  id: target ? `${application.id} ${target.id}` : application.id,
  through: null,
  application: partyOf(application.id, application, '/applications/', '/settings'),
  target,
  mayExchange: true,
  granted: 0,
  refused: 0,
  refusals: [],
  firstAt: null,
  isNew: false,
  state: 'UNUSED',
});

function stateOf(granted: number, refused: number, everGranted: number): EdgeState {
  if (granted > 0) return 'USED';
  return refused > 0 || everGranted === 0 ? 'REFUSED' : 'QUIET';
}

function partyOf(id: string | null, record: Recognizable | null, folder: string, page = ''): Party {
  return {
    id: id ?? '',
    name: record?.displayName ?? id,
    line: record && secondLine(record),
    path: record ? `${folder}${record.id}${page}` : null,
  };
}

/** Whether an edge has the text in a name, and the state. */
export function isShown(edge: Edge, text: string, state: string | undefined): boolean {
  const names = [edge.through, edge.application, edge.target].flatMap((party) => [
    party?.name ?? '',
    party?.line ?? '',
  ]);
  return (state === undefined || edge.state === state) && contains(names.join('\n'), text);
}
