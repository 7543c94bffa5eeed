import { nameWithLine } from '../../data/records/recognition.ts';
import type { ReasonOf } from '../../words/exchange-reasons/reasons.ts';
import type { Texts } from './texts/en.ts';
import { pathOfExchange } from '../record/record-id.ts';
import type { ActedFor, Entry, RefusedExchanges } from './timeline.ts';

type Acted = NonNullable<NonNullable<ActedFor>['actedFor']>[number];
type Refused = NonNullable<RefusedExchanges>['nodes'][number];

/**
 * The entries of exchanges for a person. Services exchange a token with each request, so that an entry is that of all
 * tokens that an application got for an API, at the time of the last one.
 */
export const actedForEntries = (user: ActedFor, texts: Texts): Entry[] =>
  (user?.actedFor ?? []).map((acted) => ({
    id: [acted.applicationId, acted.subjectApplicationId, acted.apiResourceId, ...acted.actorIds].join(' '),
    at: acted.lastAt,
    kind: 'exchanges',
    tone: 'good',
    title: texts.actedFor(acted.count),
    path: `/users/${user?.id}/exchanges`,
    place: placeOf(acted),
  }));

/** The newest 50 refusals, those of a kind as one entry. If there are more, a line leads to all. */
export function refusedEntries(exchanges: RefusedExchanges, texts: Texts, reasonOf: ReasonOf): Entry[] {
  const nodes = exchanges?.nodes ?? [];
  const ofKinds = Object.values(Object.groupBy(nodes, kindOf)).flatMap((refused): Entry[] => {
    // The newest is the first.
    const newest = refused?.[0];
    return newest ? [refusedEntry(newest, texts.times(texts.exchangeRefused(reasonOf(newest)), refused.length))] : [];
  });
  const oldest = exchanges?.pageInfo.hasNextPage ? nodes.at(-1) : undefined;
  return oldest ? [...ofKinds, moreEntry(oldest, texts)] : ofKinds;
}

const moreEntry = ({ id, at }: Refused, texts: Texts): Entry => ({
  id: `before ${id}`,
  at,
  kind: 'exchanges',
  tone: 'bad',
  title: texts.moreRefused,
  path: '/exchanges',
  place: [],
});

const kindOf = ({ applicationId, apiResourceId, description }: Refused): string =>
  [applicationId, apiResourceId, description].join(' ');

const refusedEntry = (newest: Refused, title: string): Entry => ({
  id: newest.id,
  at: newest.at,
  kind: 'exchanges',
  tone: 'bad',
  title,
  path: pathOfExchange(newest.id),
  place: placeOf(newest),
});

/** The application and the API. */
const placeOf = ({ application, applicationId, apiResource, apiResourceId }: Acted | Refused): string[] =>
  [
    application ? nameWithLine(application) : applicationId,
    apiResource ? nameWithLine(apiResource) : apiResourceId,
  ].filter((name) => name !== null);
