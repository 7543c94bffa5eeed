import type { UnderWay } from './aiming.ts';
import type { Kind, Round } from './breaking.ts';
import type { Message } from './receivers.ts';
import type { Outcome } from './run.ts';

/** The tally of a run, as text. */
export function renderTally({ differences, evidence, rounds, subscribers, ...rest }: Outcome): string {
  const { asked, log, webhooks } = evidence;
  const lines = [
    '',
    `Rounds          ${rounds.length}: ${countsOf(rounds.map(({ kind }) => kind))}`,
    `Recovery        a killed process ${longest(rounds, 'killed')}, PostgreSQL ${longest(rounds, 'postgres')} at most until it answered again`,
    ...(['killed', 'frozenForLong', 'postgres'] as const).map((kind) => underWayLine(kind, rounds)),
    `Outages         ${seconds(rest.outage)} without any process at most, which nobody can be served in`,
    `Mutations       ${asked.length} acknowledged in ${sum(asked.map(({ tries }) => tries))} requests, ${asked.filter(({ tries }) => tries > 1).length} of them after a repetition; ${seconds(greatest(asked.map(({ took }) => took)))} at most`,
    `Events          ${log.length}, of ${new Set(log.map(({ type }) => type)).size} types`,
    ...webhooks.map(({ name, wants, messages }) => webhookLine(name, log.filter(wants).length, messages)),
    ...subscribers.map(
      ({ name, told, reconnects, longestGap }) =>
        `Subscriber      ${name}: ${told.length} messages, ${reconnects} connections lost, ${seconds(longestGap)} without one at most`,
    ),
    `Quiet           ${seconds(rest.settling)} after the last repair; ${rest.broughtForward} deliveries brought forward by redeliverDelivery`,
    'Log             (warnings and errors of the processes)',
    ...[...rest.logged].map(([line, times]) => `  ${times} × ${line}`),
    '',
    ...(differences.length
      ? [`${differences.length} differences:`, ...differences.slice(0, most).map((difference) => `  ${difference}`)]
      : ['Nothing was lost, invented, doubled or told out of order.']),
  ];
  return lines.join('\n');
}

/** Differences that are shown. */
const most = 100;

function underWayLine(wanted: Kind, rounds: readonly Round[]): string {
  const hits = rounds.flatMap(({ kind, underWay }) => (kind === wanted && underWay ? [underWay] : []));
  const all = (what: keyof UnderWay): number => sum(hits.map((underWay) => underWay[what]));
  const harmful = hits.filter(({ deliveries, mutations, fanOuts }) => deliveries + mutations + fanOuts > 0);
  return `Under way       ${wanted}: ${harmful.length} of ${hits.length} hit something, ${all('deliveries')} deliveries, ${all('mutations')} mutations, ${all('fanOuts')} fan-outs`;
}

function webhookLine(name: string, expected: number, messages: readonly Message[]): string {
  const events = new Set(messages.map(({ eventId }) => eventId)).size;
  const oldest = new Map<string, number>();
  for (const { eventId, age } of messages) if (!oldest.has(eventId)) oldest.set(eventId, age);
  return `Webhook         ${name}: ${events} of ${expected} events, ${messages.length - events} messages more than once, ${seconds(greatest([...oldest.values()]))} until the first at most`;
}

function countsOf(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${name} ${count}`).join(', ');
}

const longest = (rounds: Outcome['rounds'], wanted: string): string =>
  seconds(greatest(rounds.filter(({ kind }) => kind === wanted).map(({ took }) => took)));
const greatest = (values: readonly number[]): number => values.reduce((most, value) => Math.max(most, value), 0);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
