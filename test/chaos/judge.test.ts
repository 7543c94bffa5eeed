import { describe, expect, it } from 'vitest';
import type { Told } from './cells.ts';
import { contentsOf } from './contents.ts';
import { type Evidence, type Heard, judge, type LoggedEvent, type Tells } from './judge.ts';
import { judgeOrder } from './judge-order.ts';
import type { Message } from './receivers.ts';

/** A run in which all is well; each test below makes one thing of it wrong. */
const user = (name: string) => ({ user: { name, isSuspended: false } });
const happened: [subjectKind: string, Told][] = [
  ['user', { type: 'User.Created', subjectId: 'u1', data: { ...user('Ada'), roleIds: ['r1'] } }],
  ['organization', { type: 'Organization.Created', subjectId: 'o1', data: { organization: { name: 'Acme' } } }],
  ['organization', { type: 'Organization.Membership.Updated', subjectId: 'o1', data: { addedUserIds: ['u1'] } }],
  ['user', { type: 'User.Data.Updated', subjectId: 'u1', data: { ...user('Grace'), changed: ['name'] } }],
  ['user', { type: 'User.Created', subjectId: 'u2', data: { ...user('Bob'), roleIds: [] } }],
  ['user', { type: 'User.Deleted', subjectId: 'u2', data: user('Bob') }],
];
const log = happened.map(
  ([subjectKind, told], index): LoggedEvent => ({
    ...told,
    id: `e${index + 1}`,
    position: index + 1,
    sequence: index + 1,
    occurredAt: new Date(index),
    actor: { kind: 'application', id: 'a1' },
    // The third and the fourth are of one transaction.
    cause: { operation: 'change', requestId: `q${index === 3 ? 2 : index}`, channel: 'graphql' },
    subjectKind,
    organizationId: null,
  }),
);
const tells: Tells = ({ type, data }) => contentsOf({ type, data });
const heard = (eventId: string): Heard => {
  const event = log.find(({ id }) => id === eventId);
  return { eventId, contents: event ? tells(event) : {} };
};
const message = (eventId: string, sequence: number, previous: string | null): Message => ({
  ...heard(eventId),
  sequence,
  previous,
  isTaken: true,
  isSigned: true,
  age: 0,
});
const messages = [
  message('e1', 1, null),
  message('e2', 1, null),
  message('e1', 1, null),
  { ...message('e4', 2, 'e1'), isTaken: false },
  message('e4', 2, 'e1'),
  message('e3', 2, 'e2'),
  message('e5', 1, null),
  message('e6', 2, 'e5'),
];
const told = log.map(({ id }) => heard(id));
const well: Evidence = {
  begin: new Map(),
  end: new Map<string, string | boolean>([
    ['name of u1', 'Grace'],
    ['suspension of u1', false],
    ['u1 holds r1', true],
    ['name of o1', 'Acme'],
    ['u1 is in o1', true],
  ]),
  log,
  unplaced: 0,
  asked: [{ operation: 'createUser', tries: 1, took: 1, eventIds: ['e1'] }],
  promised: happened.map(([, event]) => event),
  webhooks: [{ name: 'hook', wants: () => true, tells, messages }],
  subscribers: [{ name: 'one', wants: () => true, tells, told, complaints: [] }],
  complaints: [],
};
const withMessages = (changed: Message[]): Evidence => ({
  ...well,
  webhooks: [{ name: 'hook', wants: () => true, tells, messages: changed }],
});
const withTold = (changed: Heard[]): Evidence => ({
  ...well,
  subscribers: [{ name: 'one', wants: () => true, tells, told: changed, complaints: [] }],
});
const withEnd = (cell: string, value: string | boolean | undefined): Evidence => {
  const end = new Map(well.end);
  if (value === undefined) end.delete(cell);
  else end.set(cell, value);
  return { ...well, end };
};
/** Two events change their places. */
const withPlaces = (one: number, other: number): LoggedEvent[] =>
  log
    .map((event) => {
      const at = [one, other].indexOf(event.position);
      return at < 0 ? event : { ...event, position: [other, one][at] ?? 0 };
    })
    .toSorted((before, after) => before.position - after.position);
const without = <T>(list: readonly T[], index: number): T[] => list.toSpliced(index, 1);

describe('a run is judged', () => {
  it('good when everything is as it was told, webhooks hearing things twice included', () => {
    expect(judge(well)).toEqual([]);
  });

  it.each([
    ['a change has no event', withEnd('name of u1', 'Changed in silence')],
    ['an event lacks its change', withEnd('u1 is in o1', undefined)],
    ['a record was made in silence', withEnd('name of u9', 'Nobody')],
    ['a record is gone in silence', { ...well, log: without(log, 5), promised: without(well.promised, 5) }],
    ['an event has no place in the feed', { ...well, unplaced: 1 }],
    ['an acknowledged event is not in the log', { ...well, asked: [{ ...well.asked[0], eventIds: ['e9'] }] }],
    ['an acknowledged change was not made', { ...well, promised: [...well.promised, ...well.promised.slice(3, 4)] }],
    ['something was changed that nobody asked for', { ...well, promised: without(well.promised, 2) }],
    ['something was done twice', { ...well, log: [...log.slice(0, 4), ...log.slice(3)] }],
    ['a mutation was refused', { ...well, asked: [{ ...well.asked[0], trouble: 'was refused' }] }],
    ['a process ended by itself', { ...well, complaints: ['a platform process ended by itself'] }],
  ] as [string, Evidence][])('bad when %s', (_title, evidence) => {
    expect(judge(evidence)).not.toEqual([]);
  });

  it.each([
    ['a webhook was never told of an event', without(messages, 7), 'e6 (User.Deleted) was never told'],
    ['a webhook was told of what is in no log', [...messages, message('e9', 1, null)], 'e9 was told, but not asked'],
    ['events about one record came out of order', [...messages.slice(0, 6), ...messages.slice(6).reverse()], 'e6, e5'],
    ['an event was refused, and given up', without(messages, 4), 'e4 was given up before it was taken'],
    ['a hole in the sequence was told', [...without(messages, 7), message('e6', 3, 'e5')], 'e6 is number 3'],
    ['another event was named as the one before', [...without(messages, 7), message('e6', 2, 'e1')], 'after e1'],
    [
      'something else was told, be it a single time',
      [...messages, { ...message('e1', 1, null), contents: contentsOf({ type: 'User.Created', data: {} }) }],
      'e1 (User.Created) was told with another data than',
    ],
    [
      'a part was left out, and one that was not asked for was told',
      [...messages, { ...message('e1', 1, null), contents: contentsOf({ data: log[0]?.data, actor: 'a1' }) }],
      'e1 (User.Created) was told with another type, actor than',
    ],
    [
      'a signature is wrong, once',
      [...messages, { ...message('e1', 1, null), isSigned: false }],
      'e1 was not signed with its secret',
    ],
  ] as [string, Message[], string][])('bad when %s', (_title, changed, difference) => {
    expect(judge(withMessages(changed)).join('\n')).toContain(difference);
  });

  it.each([
    ['missed an event', without(told, 2), 'e3 (Organization.Membership.Updated) was never told'],
    ['was told of an event twice', [...told, heard('e2')], 'e2 was told 2 times'],
    ['was told in another order', ['e1', 'e3', 'e2', 'e4', 'e5', 'e6'].map(heard), 'e2 was told after what follows it'],
    ['was told of what is in no log', [...told, heard('e9')], 'e9 was told, but not asked for'],
    [
      'was told something else',
      told.with(1, { eventId: 'e2', contents: contentsOf({ type: 'Organization.Created', data: {} }) }),
      'e2 (Organization.Created) was told with another data than',
    ],
  ] as [string, Heard[], string][])('bad when a subscriber %s', (_title, changed, difference) => {
    expect(judge(withTold(changed)).join('\n')).toContain(`subscriber one: ${difference}`);
  });

  it.each([
    [
      'of one transaction',
      withPlaces(3, 4),
      'in change of request q2, e3 (Organization.Membership.Updated) was written',
    ],
    ['about one record', withPlaces(5, 6), 'about user u2, e5 (User.Created) was written before e6 (User.Deleted)'],
  ] as [string, LoggedEvent[], string][])(
    'bad when places contradict the order of rows %s',
    (_title, changed, difference) => {
      expect(judge({ ...well, log: changed }).join('\n')).toContain(difference);
    },
  );

  it('bad when an answer names its events in another order than they have', () => {
    const asked = [{ operation: 'createUser', tries: 1, took: 1, eventIds: ['e2', 'e1'] }];
    expect(judge({ ...well, asked })).toEqual([
      'the log: createUser answered e2, e1, but their places are in the order e1, e2',
    ]);
  });

  it('good when what was written later, of something else, was committed and placed earlier', () => {
    const [first, second, ...rest] = log as [LoggedEvent, LoggedEvent, ...LoggedEvent[]];
    expect(judge({ ...well, log: [{ ...first, sequence: 2 }, { ...second, sequence: 1 }, ...rest] })).toEqual([]);
  });

  it('good when somebody left an organization with the user, among others who came and went', () => {
    const at = (sequence: number) => ({ ...(log[2] as LoggedEvent), id: `e${sequence}`, sequence });
    const left = { ...at(1), cause: { operation: 'deleteUser', requestId: 'q9', channel: 'graphql' } };
    expect(judgeOrder([at(2), left], [])).toEqual([]);
    expect(judgeOrder([at(2), at(1)], [])).not.toEqual([]);
  });
});
