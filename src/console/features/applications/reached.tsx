import { type ReactNode, useMemo } from 'react';
import { useQuery } from 'urql';
import { beginOfDays, refusalsOf } from '../../data/exchange-use.ts';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { useMay } from '../../data/viewer.ts';
import { Who } from '../../parts/identity/Who.tsx';
import { useExchangeReasons } from '../../words/exchange-reasons/reasons.ts';
import { useWords } from '../../words/index.ts';

const ReachedDocument = graphql(`
  query Reached($id: ID!, $since: DateTime!) {
    application(id: $id) {
      id
      exchangeUse(since: $since) {
        apiResourceId granted refused
        refusals { reason description count }
      }
    }
  }
`);

/** Which API resources the application has reached by exchanges in seven days, and why it was refused. */
export function Reached({ id }: { id: string }): ReactNode {
  const words = useWords();
  const may = useMay();
  const since = useMemo(() => beginOfDays(7), []);
  const [{ data }] = useQuery({ query: ReachedDocument, variables: { id, since }, pause: !may('exchanges:read') });
  const totals = data?.application?.exchangeUse;
  if (!totals) return null;
  const { tokenExchange: texts } = words;
  if (totals.length === 0) return <p className="soft">{texts.neverUsed}</p>;
  const byResource = Map.groupBy(totals, ({ apiResourceId }) => apiResourceId);
  return (
    <section className="stack tight">
      <h3>{texts.reached}</h3>
      <dl className="facts reached">
        {Array.from(byResource, ([resourceId, some]) => (
          <div key={resourceId ?? ''}>
            <dt>{resourceId === null ? texts.unknownResource : <Who id={resourceId} label={null} />}</dt>
            <dd>
              {texts.granted(sum(some, 'granted'))}
              <Refusals totals={some} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type Application = NonNullable<ResultOf<typeof ReachedDocument>['application']>;
type Total = NonNullable<Application['exchangeUse']>[number];

const sum = (totals: readonly Total[], name: 'granted' | 'refused'): number =>
  totals.reduce((all, total) => all + total[name], 0);

/** The number of refused exchanges, with the reasons. */
function Refusals({ totals }: { totals: readonly Total[] }): ReactNode {
  const words = useWords();
  const reasonOf = useExchangeReasons();
  const count = sum(totals, 'refused');
  if (count === 0) return null;
  return (
    <span className="bad">
      {' · '}
      {words.tokenExchange.refused(count)}: {refusalsOf(totals).map(reasonOf).join('; ')}
    </span>
  );
}
