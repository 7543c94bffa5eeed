import { buildSchema, type ExecutionArgs, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createSharedSubscribe } from '../../../src/graphql/live/shared-results.ts';
import type { CallerStream } from '../../../src/graphql/context/caller-stream.ts';

interface Message {
  event: { id: string; text: string };
}

const schema = buildSchema(`
  type Event { id: ID!  text(prefix: String = "by default "): String }
  type Message { event: Event! }
  type Query { none: Boolean }
  type Subscription { events: Message! }
`);

/** A stream that sends these messages. */
const streamOf = (messages: readonly object[]): CallerStream<object> => ({
  async pipeTo(send) {
    for (const message of messages) await send(message);
  },
  next: async () => ({ done: true, value: undefined }),
  [Symbol.asyncIterator]() {
    return this;
  },
});

/** Subscribes and returns the results; `made` counts the executions. */
function makeFixture() {
  let made = 0;
  const subscribe = createSharedSubscribe({ publish: (result) => result, count: () => () => undefined });
  let room: Promise<void> | undefined;
  const ask = async (
    query: string,
    variableValues: ExecutionArgs['variableValues'],
    messages: readonly Message[],
    operationName?: string,
  ) => {
    const answers: string[] = [];
    const toRoot = ({ event }: Message) => {
      const text = ({ prefix }: { prefix: string | null }) => {
        made++;
        return `${prefix ?? 'null '}${event.text}`;
      };
      // Executed with the message as the root value: its field is called "events".
      return { event, events: { event: { id: event.id, text } } };
    };
    const rootValue = { events: () => streamOf(messages.map(toRoot)) };
    const args = { schema, document: parse(query), rootValue, variableValues, operationName };
    const stream = await subscribe(args, async (make) => {
      await room;
      answers.push(await make());
    });
    if (!(Symbol.asyncIterator in stream)) return [JSON.stringify(stream)];
    await stream[Symbol.asyncIterator]().next();
    return answers.map((answer) => JSON.parse(answer).data?.events.event ?? JSON.parse(answer));
  };
  const wait = (until: Promise<void>): void => {
    room = until;
  };
  return { ask, wait, made: () => made };
}

const event = (id: string, text = 'text') => ({ event: { id, text } });
const all = '{ events { event { id text } } }';

describe('the result of subscriptions with the same selection of the same event', () => {
  it('is computed once', async () => {
    const { ask, made } = makeFixture();
    const message = event('1');
    for (let times = 0; times < 3; times++)
      expect(await ask(`subscription ${all}`, {}, [message])).toEqual([{ id: '1', text: 'by default text' }]);
    expect(made()).toBe(1);
    await ask(`subscription ${all}`, {}, [event('2')]);
    expect(made()).toBe(2);
  });

  it('is not computed before the client can receive it', async () => {
    const { ask, wait, made } = makeFixture();
    const room = Promise.withResolvers<void>();
    wait(room.promise);
    const requested = ask(`subscription ${all}`, {}, [event('1')]);
    await new Promise(setImmediate);
    expect(made()).toBe(0);
    room.resolve();
    expect(await requested).toEqual([{ id: '1', text: 'by default text' }]);
  });

  it('is computed for each set of variables: omitted, null and given values differ', async () => {
    const { ask } = makeFixture();
    const message = event('1');
    const texts = async (query: string, variables: ExecutionArgs['variableValues']) =>
      (await ask(query, variables, [message])).map((answer) => answer.text);
    const query = 'subscription ($p: String) { events { event { text(prefix: $p) } } }';
    expect(await texts(query, { p: null })).toEqual(['null text']);
    expect(await texts(query, {})).toEqual(['by default text']);
    expect(await texts(query, { p: 'given ' })).toEqual(['given text']);
    const withDefault = 'subscription ($p: String = "of the document ") { events { event { text(prefix: $p) } } }';
    expect(await texts(withDefault, { p: null })).toEqual(['null text']);
    expect(await texts(withDefault, {})).toEqual(['of the document text']);
  });

  it('is computed for each operation of a document', async () => {
    const { ask } = makeFixture();
    const both = 'subscription A { events { event { id } } } subscription B { events { event { text } } }';
    const message = event('1');
    expect(await ask(both, {}, [message], 'A')).toEqual([{ id: '1' }]);
    expect(await ask(both, {}, [message], 'B')).toEqual([{ text: 'by default text' }]);
  });

  it('is cached up to a few megabytes, whatever the number and size of events', async () => {
    const { ask, made } = makeFixture();
    const large = Array.from({ length: 12 }, (_, index) => event(`${index}`, 'x'.repeat(1_000_000)));
    await ask(`subscription ${all}`, {}, large);
    expect(made()).toBe(12);
    // The last ones are still cached, the first one is not.
    await ask(`subscription ${all}`, {}, large.slice(-3));
    expect(made()).toBe(12);
    await ask(`subscription ${all}`, {}, large.slice(0, 1));
    expect(made()).toBe(13);
    // The same for selections of one event.
    const one = [event('one', 'x'.repeat(1_000_000))];
    for (let times = 0; times < 12; times++) await ask(`subscription S${times} ${all}`, {}, one);
    expect(made()).toBe(25);
    await ask(`subscription S0 ${all}`, {}, one);
    expect(made()).toBe(26);
  });
});
