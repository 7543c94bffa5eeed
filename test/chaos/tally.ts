import type { InProgress } from './faults/aiming.ts';
import type { Kind, Round } from './faults/breaking.ts';
import type { Message } from './receivers.ts';
import type { Outcome } from './run.ts';

/** The summary of a run. */
export function renderTally({ differences, evidence, rounds, subscribers, ...rest }: Outcome): string {
  const { mutations, log, webhooks } = evidence;
  const lines = [
    '',
    `Rounds          ${rounds.length}: ${countsOf(rounds.map(({ kind }) => kind))}`,
    `Recovery        a killed process ${longest(rounds, 'killed')}, PostgreSQL ${longest(rounds, 'postgres')} at most until it responded again`,
    ...(['killed', 'frozenForLong', 'postgres'] as const).map((kind) => inProgressLine(kind, rounds)),
    `Outages         ${seconds(rest.outage)} at most without any ready process`,
    `Mutations       ${mutations.length} acknowledged in ${sum(mutations.map(({ tries }) => tries))} requests, ${mutations.filter(({ tries }) => tries > 1).length} of them repeated; ${seconds(greatest(mutations.map(({ took }) => took)))} at most`,
    `Events          ${log.length}, of ${new Set(log.map(({ type }) => type)).size} types`,
    ...webhooks.map(({ name, matches, messages }) => webhookLine(name, log.filter(matches).length, messages)),
    ...subscribers.map(
      ({ name, received, reconnects, longestGap }) =>
        `Subscriber      ${name}: ${received.length} messages, ${reconnects} connections lost, at most ${seconds(longestGap)} without one`,
    ),
    `Quiet           ${seconds(rest.settling)} after the last repair; ${rest.broughtForward} deliveries resent with redeliverDelivery`,
    'Log             (warnings and errors of the processes)',
    ...[...rest.logged].map(([line, times]) => `  ${times} × ${line}`),
    '',
    ...(differences.length
      ? [`${differences.length} differences:`, ...differences.slice(0, most).map((difference) => `  ${difference}`)]
      : ['No event was lost, invented, duplicated or reordered.']),
  ];
  return lines.join('\n');
}

/** Maximum number of differences in the summary. */
const most = 100;

function inProgressLine(wanted: Kind, rounds: readonly Round[]): string {
  const hits = rounds.flatMap(({ kind, inProgress }) => (kind === wanted && inProgress ? [inProgress] : []));
  const all = (what: keyof InProgress): number => sum(hits.map((inProgress) => inProgress[what]));
  const harmful = hits.filter(({ deliveries, mutations, fanOuts }) => deliveries + mutations + fanOuts > 0);
  return `In progress     ${wanted}: ${harmful.length} of ${hits.length} faults interrupted work, ${all('deliveries')} deliveries, ${all('mutations')} mutations, ${all('fanOuts')} fan-outs`;
}

function webhookLine(name: string, expected: number, messages: readonly Message[]): string {
  const events = new Set(messages.map(({ eventId }) => eventId)).size;
  const oldest = new Map<string, number>();
  for (const { eventId, age } of messages) if (!oldest.has(eventId)) oldest.set(eventId, age);
  return `Webhook         ${name}: ${events} of ${expected} events, ${messages.length - events} repeated messages, ${seconds(greatest([...oldest.values()]))} at most until the first`;
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
