import { describe, expect, it } from 'vitest';
import type { StateEvent } from './cells.ts';
import { contentsOf } from './contents.ts';
import { type Evidence, type ReceivedEvent, judge, type LoggedEvent, type ExpectedContents } from './judge.ts';
import { judgeOrder } from './judge-order.ts';
import type { Message } from '../receivers.ts';

/** A correct run; each test below makes one thing of it wrong. */
const user = (name: string) => ({ user: { name, isSuspended: false } });
const emitted: [subjectKind: string, StateEvent][] = [
  ['user', { type: 'User.Created', subjectId: 'u1', data: { ...user('Ada'), roleIds: ['r1'] } }],
  ['organization', { type: 'Organization.Created', subjectId: 'o1', data: { organization: { name: 'Acme' } } }],
  ['organization', { type: 'Organization.Membership.Updated', subjectId: 'o1', data: { addedUserIds: ['u1'] } }],
  ['user', { type: 'User.Data.Updated', subjectId: 'u1', data: { ...user('Grace'), changed: ['name'] } }],
  ['user', { type: 'User.Created', subjectId: 'u2', data: { ...user('Bob'), roleIds: [] } }],
  ['user', { type: 'User.Deleted', subjectId: 'u2', data: user('Bob') }],
];
const log = emitted.map(
  ([subjectKind, event], index): LoggedEvent => ({
    ...event,
    id: `e${index + 1}`,
    position: index + 1,
    sequence: index + 1,
    occurredAt: new Date(index),
    actor: { kind: 'application', id: 'a1', label: null },
    // The third and fourth event are of one transaction.
    cause: { operation: 'change', requestId: `q${index === 3 ? 2 : index}`, channel: 'graphql' },
    subjectKind,
    subjectLabel: null,
    organizationId: null,
  }),
);
const expectedContents: ExpectedContents = ({ type, data }) => contentsOf({ type, data });
const receivedEvent = (eventId: string): ReceivedEvent => {
  const event = log.find(({ id }) => id === eventId);
  return { eventId, contents: event ? expectedContents(event) : {} };
};
const message = (eventId: string, sequence: number, previous: string | null): Message => ({
  ...receivedEvent(eventId),
  sequence,
  previous,
  isAccepted: true,
  isSigned: true,
  age: 0,
});
const messages = [
  message('e1', 1, null),
  message('e2', 1, null),
  message('e1', 1, null),
  { ...message('e4', 2, 'e1'), isAccepted: false },
  message('e4', 2, 'e1'),
  message('e3', 2, 'e2'),
  message('e5', 1, null),
  message('e6', 2, 'e5'),
];
const received = log.map(({ id }) => receivedEvent(id));
const correct: Evidence = {
  begin: new Map(),
  end: new Map<string, string | boolean>([
    ['name of u1', 'Grace'],
    ['suspension of u1', false],
    ['u1 holds r1', true],
    ['name of o1', 'Acme'],
    ['u1 is in o1', true],
  ]),
  log,
  withoutPosition: 0,
  mutations: [{ operation: 'createUser', tries: 1, took: 1, eventIds: ['e1'] }],
  promised: emitted.map(([, event]) => event),
  webhooks: [{ name: 'hook', matches: () => true, expectedContents, messages }],
  subscribers: [{ name: 'one', matches: () => true, expectedContents, received, complaints: [] }],
  complaints: [],
};
const withMessages = (changed: Message[]): Evidence => ({
  ...correct,
  webhooks: [{ name: 'hook', matches: () => true, expectedContents, messages: changed }],
});
const withReceived = (changed: ReceivedEvent[]): Evidence => ({
  ...correct,
  subscribers: [{ name: 'one', matches: () => true, expectedContents, received: changed, complaints: [] }],
});
const withEnd = (cell: string, value: string | boolean | undefined): Evidence => {
  const end = new Map(correct.end);
  if (value === undefined) end.delete(cell);
  else end.set(cell, value);
  return { ...correct, end };
};
/** Exchanges the positions of two events. */
const withPositions = (one: number, other: number): LoggedEvent[] =>
  log
    .map((event) => {
      const at = [one, other].indexOf(event.position);
      return at < 0 ? event : { ...event, position: [other, one][at] ?? 0 };
    })
    .toSorted((before, after) => before.position - after.position);
const without = <T>(list: readonly T[], index: number): T[] => list.toSpliced(index, 1);

describe('the judge', () => {
  it('accepts a run without differences, also if webhooks receive events twice', () => {
    expect(judge(correct)).toEqual([]);
  });

  it.each([
    ['a change has no event', withEnd('name of u1', 'Changed')],
    ['an event has no change', withEnd('u1 is in o1', undefined)],
    ['a record was created without an event', withEnd('name of u9', 'Unknown')],
    [
      'a record was deleted without an event',
      { ...correct, log: without(log, 5), promised: without(correct.promised, 5) },
    ],
    ['an event has no position', { ...correct, withoutPosition: 1 }],
    [
      'an acknowledged event is not in the log',
      { ...correct, mutations: [{ ...correct.mutations[0], eventIds: ['e9'] }] },
    ],
    [
      'an acknowledged change was not applied',
      { ...correct, promised: [...correct.promised, ...correct.promised.slice(3, 4)] },
    ],
    ['a change was not requested', { ...correct, promised: without(correct.promised, 2) }],
    ['a change was applied twice', { ...correct, log: [...log.slice(0, 4), ...log.slice(3)] }],
    ['a mutation was refused', { ...correct, mutations: [{ ...correct.mutations[0], trouble: 'was refused' }] }],
    ['a process crashed', { ...correct, complaints: ['a platform process ended by itself'] }],
  ] as [string, Evidence][])('rejects a run in which %s', (_title, evidence) => {
    expect(judge(evidence)).not.toEqual([]);
  });

  it.each([
    ['a webhook never receives an event', without(messages, 7), 'e6 (User.Deleted) was never received'],
    [
      'a webhook receives an event that is not in the log',
      [...messages, message('e9', 1, null)],
      'e9 was received, but does not match',
    ],
    [
      'events about one record are received out of order',
      [...messages.slice(0, 6), ...messages.slice(6).reverse()],
      'e6, e5',
    ],
    ['an event was refused and given up', without(messages, 4), 'e4 was given up before it was accepted'],
    ['a sequence has a gap', [...without(messages, 7), message('e6', 3, 'e5')], 'e6 is number 3'],
    ['a message names another previous event', [...without(messages, 7), message('e6', 2, 'e1')], 'after e1'],
    [
      'an event has other contents, even once',
      [...messages, { ...message('e1', 1, null), contents: contentsOf({ type: 'User.Created', data: {} }) }],
      'e1 (User.Created) differs from the log in data',
    ],
    [
      'a part is missing, and another one unexpected',
      [...messages, { ...message('e1', 1, null), contents: contentsOf({ data: log[0]?.data, actor: 'a1' }) }],
      'e1 (User.Created) differs from the log in type, actor',
    ],
    [
      'a signature is wrong, even once',
      [...messages, { ...message('e1', 1, null), isSigned: false }],
      'e1 is not signed with the secret of the webhook',
    ],
  ] as [string, Message[], string][])('rejects a run in which %s', (_title, changed, difference) => {
    expect(judge(withMessages(changed)).join('\n')).toContain(difference);
  });

  it.each([
    ['misses an event', without(received, 2), 'e3 (Organization.Membership.Updated) was never received'],
    ['receives an event twice', [...received, receivedEvent('e2')], 'e2 was received 2 times'],
    [
      'receives events in another order',
      ['e1', 'e3', 'e2', 'e4', 'e5', 'e6'].map(receivedEvent),
      'e2 was received after a later event',
    ],
    [
      'receives an event that is not in the log',
      [...received, receivedEvent('e9')],
      'e9 was received, but does not match the filter',
    ],
    [
      'receives other contents',
      received.with(1, { eventId: 'e2', contents: contentsOf({ type: 'Organization.Created', data: {} }) }),
      'e2 (Organization.Created) differs from the log in data',
    ],
  ] as [string, ReceivedEvent[], string][])('rejects a run in which a subscriber %s', (_title, changed, difference) => {
    expect(judge(withReceived(changed)).join('\n')).toContain(`subscriber one: ${difference}`);
  });

  it.each([
    [
      'of one transaction',
      withPositions(3, 4),
      'in change of request q2, e3 (Organization.Membership.Updated) was inserted',
    ],
    ['about one record', withPositions(5, 6), 'about user u2, e5 (User.Created) was inserted before e6 (User.Deleted)'],
  ] as [string, LoggedEvent[], string][])(
    'rejects positions that contradict the order of rows %s',
    (_title, changed, difference) => {
      expect(judge({ ...correct, log: changed }).join('\n')).toContain(difference);
    },
  );

  it('rejects a response that lists events out of order', () => {
    const mutations = [{ operation: 'createUser', tries: 1, took: 1, eventIds: ['e2', 'e1'] }];
    expect(judge({ ...correct, mutations })).toEqual([
      'the log: createUser returned e2, e1, but their positions are in the order e1, e2',
    ]);
  });

  it('accepts an earlier position of a later row about another record', () => {
    const [first, second, ...rest] = log as [LoggedEvent, LoggedEvent, ...LoggedEvent[]];
    expect(judge({ ...correct, log: [{ ...first, sequence: 2 }, { ...second, sequence: 1 }, ...rest] })).toEqual([]);
  });

  it('accepts that a deleted user leaves an organization while other members change', () => {
    const at = (sequence: number) => ({ ...(log[2] as LoggedEvent), id: `e${sequence}`, sequence });
    const left = { ...at(1), cause: { operation: 'deleteUser', requestId: 'q9', channel: 'graphql' } };
    expect(judgeOrder([at(2), left], [])).toEqual([]);
    expect(judgeOrder([at(2), at(1)], [])).not.toEqual([]);
  });
});
