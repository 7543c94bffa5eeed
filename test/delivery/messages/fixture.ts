import { afterAll, afterEach, beforeAll } from 'vitest';
import { type Engine, type EngineServices, startEngine } from '../../../src/delivery/messages/engine.ts';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import type { OutgoingMessage, Sender } from '../../../src/platform/messaging/sender.ts';
import { startKernel, type TestKernel } from '../../support/kernel.ts';
import { secretBox } from '../../store/messages/fixture.ts';

export { queue, secretBox, stored } from '../../store/messages/fixture.ts';

/** A sender whose attempts the test observes and ends. */
interface TestSender extends Sender {
  sent: OutgoingMessage[];
  /** Attempts that wait for `answer`. */
  open: number;
  /** The maximum number of attempts at a time so far. */
  most: number;
}

/** `answer` ends an attempt: undefined accepts the message. */
export function testSender(
  answer: (message: OutgoingMessage, signal: AbortSignal) => ReturnType<Sender['send']> = async () => undefined,
): TestSender {
  const sender: TestSender = {
    connectorId: null,
    sent: [],
    open: 0,
    most: 0,
    async send(message, signal) {
      sender.sent.push(message);
      sender.open += 1;
      sender.most = Math.max(sender.most, sender.open);
      try {
        return await answer(message, signal);
      } finally {
        sender.open -= 1;
      }
    },
  };
  return sender;
}

/** Engines on one database, whose clock the test moves. */
export interface MessageFixture {
  kernel: TestKernel;
  /** Log lines. */
  logged: string[];
  /** Counted outcomes: "email sent". */
  counted: string[];
  /** Senders by channel; the test sets them. */
  senders: { email?: Sender | undefined; sms?: Sender | undefined };
  /** An engine that only runs when the test calls it, besides the first run. */
  engine(services?: Partial<EngineServices>): Engine;
  /** Moves the clock, then runs an engine until no attempt is in progress. */
  runAfter(engine: Engine, seconds: number): Promise<void>;
}

/** One fixture for all tests of a file, without messages before each test. */
export function shareFixture(take: (fixture: MessageFixture) => void): void {
  let kernel: TestKernel;
  let engines: Engine[] = [];
  const [logged, counted]: [string[], string[]] = [[], []];
  const senders: MessageFixture['senders'] = {};
  const logger = createLogger('trace', { write: (line) => void logged.push(line) });
  beforeAll(async () => {
    kernel = await startKernel();
    take({
      kernel,
      logged,
      counted,
      senders,
      engine(services = {}) {
        const started = startEngine({
          database: kernel.database,
          clock: { now: kernel.now },
          ids,
          logger,
          secretBox,
          nudges: { subscribe: () => () => undefined },
          publicUrl: 'https://id.example.com',
          readBrand: () => Promise.resolve(null),
          count: (channel, outcome) => void counted.push(`${channel} ${outcome}`),
          senders: {
            choose: async (channel) => senders[channel],
            close: async () => undefined,
          },
          ...services,
        });
        engines.push(started);
        return started;
      },
      async runAfter(engine, seconds) {
        kernel.advance(seconds);
        await engine.run();
        await engine.idle();
      },
    });
  });
  afterEach(async () => {
    await Promise.all(engines.map((engine) => engine.close()));
    engines = [];
    await kernel.database.pool.query('TRUNCATE messages');
    logged.length = 0;
    counted.length = 0;
    delete senders.email;
    delete senders.sms;
  });
  afterAll(() => kernel[Symbol.asyncDispose]());
}
