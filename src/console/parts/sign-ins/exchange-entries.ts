import type { Texts } from './texts/en.ts';
import type { Entry, ExchangesAnswer } from './timeline.ts';

type Acted = NonNullable<NonNullable<ExchangesAnswer['user']>['actedFor']>[number];
type Refused = NonNullable<ExchangesAnswer['exchanges']>['nodes'][number];

/**
 * What applications did for a person. Services exchange a token with each request, so that an entry is that of all
 * tokens that an application got for an API, at the time of the last one, or of all refusals of a kind. Of these, the
 * newest 50 are read: if there are more, a line leads to all.
 */
export function exchangeEntries({ user, exchanges }: ExchangesAnswer, texts: Texts): Entry[] {
  const refusals = Object.values(Object.groupBy(exchanges?.nodes ?? [], kindOf));
  return [
    ...(user?.actedFor ?? []).map(
      (acted): Entry => ({
        id: [acted.applicationId, acted.subjectApplicationId, acted.apiResourceId, ...acted.actorIds].join(' '),
        at: acted.lastAt,
        kind: 'exchanges',
        tone: 'good',
        title: texts.actedFor(acted.count),
        path: `/users/${user?.id}/exchanges`,
        place: placeOf(acted),
      }),
    ),
    ...refusals.flatMap((refused): Entry[] => {
      // The newest is the first.
      const newest = refused?.[0];
      return newest ? [refusedEntry(newest, refused.length, texts)] : [];
    }),
    ...moreEntry(exchanges, texts),
  ];
}

function moreEntry(exchanges: ExchangesAnswer['exchanges'], texts: Texts): Entry[] {
  const oldest = exchanges?.nodes.at(-1);
  if (!oldest || !exchanges?.pageInfo.hasNextPage) return [];
  return [
    {
      id: `before ${oldest.id}`,
      at: oldest.at,
      kind: 'exchanges',
      tone: 'bad',
      title: texts.moreRefused,
      path: '/exchanges',
      place: [],
    },
  ];
}

const kindOf = ({ applicationId, apiResourceId, description }: Refused): string =>
  [applicationId, apiResourceId, description].join(' ');

const refusedEntry = (newest: Refused, number: number, texts: Texts): Entry => ({
  id: newest.id,
  at: newest.at,
  kind: 'exchanges',
  tone: 'bad',
  title: texts.times(texts.exchangeRefused(newest.description ?? ''), number),
  path: `/exchanges/${newest.id}`,
  place: placeOf(newest),
});

/** The application and the API. */
const placeOf = ({ application, applicationId, apiResource, apiResourceId }: Acted | Refused): string[] =>
  [application?.displayName ?? applicationId, apiResource?.displayName ?? apiResourceId].filter(
    (name) => name !== null,
  );
