import { type ReactNode, useMemo } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { RecordList } from '../../parts/list/RecordList.tsx';
import { Sparkline } from '../../parts/charts/Sparkline.tsx';
import { useWords } from '../../words/index.ts';
import { deliveries } from './delivery-list.tsx';
import { Failing } from './failing.tsx';
import { StateButtons } from './state-buttons.tsx';
import { deliveryCounts } from './delivery-counts.ts';
import { useWebhook } from './webhook.ts';

/** The tab with the figures of the last day and all deliveries of a webhook. */
export function WebhookDeliveries(): ReactNode {
  const { id } = useWebhook();
  const list = useMemo(
    () => ({
      ...deliveries,
      columns: deliveries.columns.filter(({ key }) => key !== 'webhook'),
      // The state is chosen by its buttons, which leave no room for more.
      filters: deliveries.filters
        .filter(({ key }) => !['webhookId', 'status'].includes(key))
        .map((filter) => ({ ...filter, isExtra: true as const })),
      within: { webhookId: id },
      shortcuts: StateButtons,
    }),
    [id],
  );
  return (
    <>
      <Failing />
      <LastDay />
      <RecordList list={list} />
    </>
  );
}

const FiguresDocument = graphql(`
  query WebhookFigures($id: ID!, $since: DateTime!) {
    webhook(id: $id) { id figures(bucket: HOUR, since: $since) { delivered failed } }
  }
`);

const day = 24 * 60 * 60 * 1000;

function LastDay(): ReactNode {
  const webhook = useWebhook();
  const { id, deliveryStats } = webhook;
  const { successRate } = deliveryStats;
  const words = useWords();
  const { webhooks: texts } = words;
  const since = useMemo(() => new Date(Date.now() - day).toISOString(), []);
  const [{ data }] = useQuery({ query: FiguresDocument, variables: { id, since } });
  const figures = data?.webhook?.figures;
  const values = figures?.delivered.map((count, index) => count + (figures.failed[index] ?? 0)) ?? [];
  return (
    <section className="card padded row" aria-label={texts.day}>
      <span className="grow row">
        <strong>{texts.day}</strong>
        <span>{deliveryCounts(deliveryStats, words)}</span>
        {successRate === null ? null : <span className="soft">{texts.success(successRate)}</span>}
        {values.some((count) => count > 0) ? (
          <span className="density">
            <Sparkline values={values} />
          </span>
        ) : null}
      </span>
    </section>
  );
}
