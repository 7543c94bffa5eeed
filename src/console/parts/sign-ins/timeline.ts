// The entries about a person, from several logs. To add a log: a field here, and the function of its entries.
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { nameWithLine } from '../../data/records/recognition.ts';
import { type Acts, eventText } from '../../words/acts/act.ts';
import type { Words } from '../../words/index.ts';
import { pathOfAttempt } from '../record/record-id.ts';
import type { Tone } from '../marks.tsx';
import type { Texts } from './texts/en.ts';

/** The id of the user is in the answer, so that it is read again after each event about the user. */
export const TimelineDocument = graphql(`
  query Timeline(
    $id: ID!, $attempts: SignInAttemptFilter!, $changes: EventFilter!
    $withAttempts: Boolean!, $withChanges: Boolean!, $withApplications: Boolean!, $withOrganizations: Boolean!
  ) {
    user(id: $id) {
      id
      organizations(first: 100, orderBy: { field: JOINED_AT, direction: DESC }) @include(if: $withOrganizations) {
        nodes { id joinedAt organization { id displayName } }
      }
    }
    signInAttempts(first: 50, filter: $attempts, orderBy: { field: CREATED_AT, direction: DESC }) @include(if: $withAttempts) {
      nodes {
        id reference purpose state createdAt endedAt ipAddress device
        application @include(if: $withApplications) { id displayName }
        entries { at outcome reason }
      }
      pageInfo { hasNextPage }
    }
    events(first: 50, filter: $changes, orderBy: { field: POSITION, direction: DESC }) @include(if: $withChanges) {
      nodes { id typeName timestamp data subject { id } actor { kind id label } cause { channel } }
      pageInfo { hasNextPage }
    }
  }
`);

/** Not in the document above, which is read every five seconds: these cost more. */
export const TimelineActedForDocument = graphql(`
  query TimelineActedFor($id: ID!, $since: DateTime!, $withApplications: Boolean!, $withApis: Boolean!) {
    user(id: $id) {
      id
      actedFor(since: $since) {
        applicationId subjectApplicationId apiResourceId actorIds count lastAt
        application @include(if: $withApplications) { id displayName }
        apiResource @include(if: $withApis) { id displayName indicator }
      }
    }
  }
`);

export const TimelineRefusedDocument = graphql(`
  query TimelineRefused($filter: ExchangeFilter!, $withApplications: Boolean!, $withApis: Boolean!) {
    exchanges(first: 50, filter: $filter) {
      nodes {
        id at applicationId apiResourceId reason description
        application @include(if: $withApplications) { id displayName }
        apiResource @include(if: $withApis) { id displayName indicator }
      }
      pageInfo { hasNextPage }
    }
  }
`);

type Answer = ResultOf<typeof TimelineDocument>;
export type ActedFor = ResultOf<typeof TimelineActedForDocument>['user'];
export type RefusedExchanges = ResultOf<typeof TimelineRefusedDocument>['exchanges'];
type Attempt = NonNullable<Answer['signInAttempts']>['nodes'][number];
type Change = NonNullable<Answer['events']>['nodes'][number];

/** The kinds of entries that can be shown alone. */
export const entryKinds = ['signIns', 'refusals', 'changes', 'exchanges'] as const;
export type EntryKind = (typeof entryKinds)[number];

export interface Entry {
  id: string;
  at: string;
  kind: EntryKind;
  tone: Tone;
  title: string;
  /** The page with more of it. */
  path: string;
  /** From where and with what: an address, a browser, an application. */
  place: readonly string[];
  /** The actor, if it was not the person. */
  by?: Change['actor'];
}

interface Wording {
  words: Words;
  texts: Texts;
  acts: Acts;
}

/** The entries of an answer and others, newest first, and the time up to which some may be missing; null if none is. */
export function entriesOf(
  answer: Answer,
  wording: Wording,
  others: readonly Entry[],
): { entries: Entry[]; olderThan: string | null } {
  const { signInAttempts: attempts, events } = answer;
  const shown = attempts?.nodes ?? [];
  const times = new Set(shown.flatMap(({ endedAt, entries }) => [endedAt, ...entries.map(({ at }) => at)]));
  const logs = [
    { entries: shown.map((attempt) => attemptEntry(attempt, wording)), log: attempts },
    {
      // Events that a sign-in has led to are shown with it.
      entries: (events?.nodes ?? []).flatMap((event) =>
        event.typeName in wording.texts.events && times.has(event.timestamp) ? [] : [changeEntry(event, wording)],
      ),
      log: events,
    },
  ];
  const ends = logs.flatMap(({ entries, log }) => (log?.pageInfo.hasNextPage ? (entries.at(-1)?.at ?? []) : []));
  const olderThan = ends.toSorted().at(-1) ?? null;
  const all = [...logs.flatMap(({ entries }) => entries), ...others];
  const isShown = ({ at }: Entry): boolean => olderThan === null || at > olderThan;
  return { entries: all.filter(isShown).toSorted((one, other) => other.at.localeCompare(one.at)), olderThan };
}

/** The memberships of the person that have not ended. */
export const joinedEntries = ({ user }: Answer, texts: Texts): Entry[] =>
  (user?.organizations?.nodes ?? []).flatMap(({ id, joinedAt, organization }) =>
    organization
      ? {
          id,
          at: joinedAt,
          kind: 'changes',
          tone: 'soft',
          title: texts.joined(nameWithLine(organization)),
          path: `/organizations/${organization.id}`,
          place: [],
        }
      : [],
  );

/** The reason why an attempt was refused last, as a text, with how often; null if it was not. */
export function refusalOf(entries: Attempt['entries'], texts: Texts): string | null {
  const refusals = entries.flatMap(({ reason }) => reason ?? []);
  const last = refusals.at(-1);
  if (!last) return null;
  // The attempts after a lock say nothing of what led to it.
  const reason = refusals.findLast((one) => one !== 'ACCOUNT_LOCKED') ?? last;
  return texts.times(texts.reasons[reason][0], refusals.filter((one) => one === reason).length);
}

function attemptEntry(attempt: Attempt, { texts }: Wording): Entry {
  const { id, reference, purpose, state, createdAt, ipAddress, device, application, entries } = attempt;
  const refusal = refusalOf(entries, texts);
  const refusals = entries.filter(({ reason }) => reason !== null).length;
  const isFinished = state === 'FINISHED';
  const open = state === 'OPEN' ? texts.isTrying : texts.didNotContinue;
  return {
    id,
    at: createdAt,
    kind: refusal !== null && !isFinished ? 'refusals' : 'signIns',
    tone: isFinished ? 'good' : refusal === null ? 'soft' : 'bad',
    title: isFinished
      ? [texts.finished[purpose], ...(refusals > 0 ? [texts.afterRefusals(refusals)] : [])].join(' ')
      : refusal === null
        ? open
        : texts.refused(refusal),
    path: pathOfAttempt(reference),
    place: [ipAddress, device ?? texts.unknownBrowser, application && nameWithLine(application)].filter(
      (part) => part != null,
    ),
  };
}

function changeEntry(event: Change, { words, texts, acts }: Wording): Entry {
  const { id, typeName, timestamp, data, subject, actor, cause } = event;
  const names: Readonly<Record<string, string>> = texts.events;
  const changed = Array.isArray(data['changed']) ? data['changed'].map((name) => words.label(String(name))) : [];
  const text = names[typeName] ?? eventText(acts, { typeName, data }, [null]);
  return {
    id,
    at: timestamp,
    kind: typeName === 'Identifier.Lockout' ? 'refusals' : typeName in names ? 'signIns' : 'changes',
    tone: typeName === 'Identifier.Lockout' ? 'bad' : typeName in names ? 'good' : 'soft',
    title: changed.length > 0 ? `${text}: ${changed.join(', ')}` : text,
    path: `/events/${id}`,
    place: [words.label(cause.channel)],
    ...(actor.id === subject.id ? {} : { by: actor }),
  };
}
