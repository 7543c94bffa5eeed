import { contains } from '../../data/contains.ts';
import type { ResultOf } from '../../data/graphql.ts';
import { graphql } from '../../data/graphql.ts';
import { type Recognizable, secondLine } from '../../data/recognition.ts';

export const MapDocument = graphql(`
  query DelegationMap($week: DateTime!, $kept: DateTime!) {
    week: tokenExchangeTotals(since: $week) {
      totals { applicationId subjectApplicationId apiResourceId granted refused refusals { description count } }
    }
    kept: tokenExchangeTotals(since: $kept) {
      hasMore
      totals {
        applicationId subjectApplicationId apiResourceId granted firstAt
        application { id displayName tokenExchangeAllowed }
        subjectApplication { id displayName }
        apiResource { id displayName indicator }
      }
    }
    allowed: applications(first: 100, filter: { tokenExchangeAllowed: true }) {
      nodes { id displayName }
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
  /** What distinguishes it from others of this name. */
  line: string | null;
  path: string | null;
}

/** A line for several edges has the first of their states. */
export const edgeStates = ['USED', 'REFUSED', 'QUIET', 'UNUSED'] as const;
export type EdgeState = (typeof edgeStates)[number];

/** Whose tokens an application exchanges, and for what. An application that may but never did has no other parties. */
export interface Edge {
  id: string;
  through: Party | null;
  application: Party;
  target: Party | null;
  mayExchange: boolean;
  /** In the last seven days. */
  granted: number;
  refused: number;
  refusals: readonly { description: string; count: number }[];
  /** Null if there was never one. */
  firstAt: string | null;
  isNew: boolean;
  state: EdgeState;
}

const keyOf = (total: { applicationId: string; subjectApplicationId: string | null; apiResourceId: string | null }) =>
  [total.subjectApplicationId, total.applicationId, total.apiResourceId].join(' ');

/** The exchanges since counts are kept, and those that are allowed but were never used. New edges come first. */
export function edgesOf({ week, kept, allowed }: Answer, weekAgo: string): Edge[] {
  const recent = new Map(week?.totals.map((total) => [keyOf(total), total]));
  const used = (kept?.totals ?? []).map((total): Edge => {
    const { granted = 0, refused = 0, refusals = [] } = recent.get(keyOf(total)) ?? {};
    const { application, applicationId, subjectApplication, apiResource, firstAt } = total;
    return {
      id: keyOf(total),
      through: partyOf(total.subjectApplicationId, subjectApplication, '/applications/'),
      application: partyOf(applicationId, application, '/applications/', '/settings'),
      target: partyOf(total.apiResourceId, apiResource, '/resources/'),
      mayExchange: application?.tokenExchangeAllowed ?? false,
      granted,
      refused,
      refusals,
      firstAt,
      isNew: firstAt > weekAgo,
      state: stateOf(granted, refused, total.granted),
    };
  });
  const usedIds = new Set(used.map(({ application }) => application.id));
  const unused = (allowed?.nodes ?? []).filter(({ id }) => !usedIds.has(id)).map(unusedEdge);
  return [...used.toSorted((one, other) => (other.firstAt ?? '').localeCompare(one.firstAt ?? '')), ...unused];
}

const unusedEdge = (application: { id: string; displayName: string }): Edge => ({
  id: application.id,
  through: null,
  application: partyOf(application.id, application, '/applications/', '/settings'),
  target: null,
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
