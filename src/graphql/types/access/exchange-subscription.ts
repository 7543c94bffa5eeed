import type { NewExchanges } from '../../../delivery/exchanges/watch.ts';
import type { Send } from '../../../delivery/event-log/subscribe.ts';
import { forbidden } from '../../../domain/failure.ts';
import { type Actor, organizationsFor } from '../../../kernel/actor.ts';
import { testOf } from '../../../reads/exchange-test.ts';
import { exchangeOf, exchangesPermission, visibleExchanges } from '../../../reads/exchanges.ts';
import type { StoredExchange } from '../../../store/exchanges/find-exchanges.ts';
import { callerStream } from '../../context/caller-stream.ts';
import type { Context } from '../../context/context.ts';
import type { LiveCaller } from '../../context/live-access.ts';
import { renewActor, requires } from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import { belowFilter } from '../../schema/lists.ts';
import { Exchange, ExchangeFilter } from './exchange.ts';

interface ExchangesPayload extends NewExchanges {
  showsPosition: boolean;
}

const ExchangesMessage = builder.objectRef<ExchangesPayload>('ExchangesMessage').implement({
  description: 'A message of a subscription to exchanges.',
  fields: (t) => ({
    exchanges: t.field({
      type: [Exchange],
      ...requires(exchangesPermission),
      complexity: { field: 1, multiplier: 1 },
      description: 'The exchanges that were recorded since the previous message, the newest last: 200 at most.',
      resolve: ({ exchanges, showsPosition }) => exchanges.map((one) => exchangeOf(one, showsPosition)),
    }),
    omitted: t.exposeInt('omitted', {
      description:
        'Number of matching exchanges that were left out since the previous message, because more came than a message has. The ledger is read once a second: if more than 100,000 exchanges were recorded since the previous read, those after the first 100,000 are neither sent nor counted.',
    }),
  }),
});

/** The rights of the caller are decided again for each exchange, and for the fields of each message. */
async function sendExchanges(
  context: Context,
  { live, filter }: { live: LiveCaller; filter: unknown },
  send: Send<ExchangesPayload>,
  signal: AbortSignal,
): Promise<void> {
  const visible = () => visibleExchanges(live.actor(), filter);
  const select = (exchanges: readonly StoredExchange[]): StoredExchange[] => {
    if (!isMet(live.actor())) return [];
    return exchanges.filter(testOf(visible().condition));
  };
  for await (const { exchanges, omitted } of context.watchExchanges(select, signal)) {
    if (signal.aborted) return;
    renewActor(context, live.actor());
    await send({ exchanges: select(exchanges), omitted, showsPosition: visible().showsPosition });
  }
}

const isMet = (actor: Actor): boolean => organizationsFor(actor, exchangesPermission).length > 0;

async function subscribe(context: Context, filter: unknown): Promise<AsyncIterable<ExchangesPayload>> {
  const live = await context.followCaller();
  if (isMet(live.actor())) belowFilter(() => visibleExchanges(live.actor(), filter));
  return callerStream(live, { isMet, refusal: forbidden(exchangesPermission) }, (send, signal) =>
    sendExchanges(context, { live, filter }, send, signal),
  );
}

builder.subscriptionField('exchanges', (t) =>
  t.field({
    type: ExchangesMessage,
    ...requires(exchangesPermission),
    complexity: { field: 1, multiplier: 200 },
    description: `Token exchanges as they are recorded, within two seconds. The first message has none and confirms the start. It is a live view, not a log: after a lost connection, \`Query.exchanges\` has what was recorded meanwhile, and what is left out. Requires the permission ${exchangesPermission}; held in an organization, it shows the exchanges that were confined to this organization.`,
    args: {
      filter: t.arg({ type: ExchangeFilter, description: 'Only exchanges that match all of these conditions.' }),
    },
    subscribe: (_root, { filter }, context) => subscribe(context, filter),
    resolve: (payload) => payload,
  }),
);
