import type { Clock } from '../../src/platform/clock.ts';
import { selectionProblems } from '../../src/app/payload-selection.ts';
import type { z } from 'zod';
import { Failure } from '../../src/domain/failure.ts';
import { type Actor, type Caller, platformActor } from '../../src/kernel/actor.ts';
import { createKernel } from '../../src/kernel/kernel.ts';
import type { CallOptions, Execute, ExecuteBulk, Kernel, Origin } from '../../src/kernel/types.ts';
import type { OutputOf, OutputShape, TypedOperation } from '../../src/kernel/operation.ts';
import { createTestEventSender } from '../../src/app/test-events.ts';
import { createSendability } from '../../src/app/messages/message-senders.ts';
import { createTestProvider, openIdentityProviders } from '../../src/app/identity-providers.ts';
import { createTestMessageSender } from '../../src/app/messages/test-messages.ts';
import { bulkOperations } from '../../src/operations/index.ts';
import { type Admission, createAdmission } from '../../src/platform/admission/admission.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { reachDatabase } from '../../src/platform/database/reach.ts';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import type { IdentityProviders } from '../../src/platform/identity-providers/identity-provider.ts';
import type { Nudge, Nudges } from '../../src/platform/nudges.ts';
import { addressProblem } from '../../src/platform/network/public-address.ts';
import { testSecretBox } from './records.ts';
import { type Permission, permissionNames } from '../../src/vocabulary/permissions.ts';
import { ownDatabase } from './servers/database.ts';
import { quickKeyPair } from './key-pairs.ts';
import { passwords } from './password.ts';

/** A stored event. */
export interface LoggedEvent {
  id: string;
  type: string;
  subjectKind: string;
  subjectId: string;
  organizationId: string | null;
  data: unknown;
}

/** The output of an operation, and its events in order. */
export interface Ran<Output> {
  output: Output;
  events: LoggedEvent[];
}

/**
 * The kernel on a database of its own, with a clock that only tests move. No HTTP, no issuer. Actors without
 * `authenticatedAt` have just signed in.
 */
export interface TestKernel extends Kernel, AsyncDisposable {
  /** An actor stands for a caller whose rights do not change. */
  execute: Execute<Caller | Actor>;
  executeBulk: ExecuteBulk<Caller | Actor>;
  /** The address of its database. */
  url: string;
  database: ReturnType<typeof openDatabase>;
  admission: Admission;
  identityProviders: IdentityProviders;
  nudges: Nudges;
  /** The nudges published so far. */
  nudged: Nudge[];
  clock: Clock;
  now(): Date;
  advance(seconds: number): void;
  /** Runs an operation, by default as a user with all permissions. */
  run<Input extends z.ZodType, Output extends OutputShape>(
    operation: TypedOperation<Input, Output>,
    input: z.input<Input>,
    actor?: Actor,
    options?: CallOptions,
  ): Promise<Ran<OutputOf<Output>>>;
}

/** A user with these permissions of the Management API, all of them by default, who has just signed in. */
export const actorWith = (...permissions: Permission[]): Actor => ({
  kind: 'user',
  id: 'user_01h455vb4pex5vsknk084sn02q',
  permissions: new Set(permissions.length ? permissions : permissionNames),
  organizations: new Map(),
  applicationIds: [],
});

export { platformActor };

export const originOf = (requestId: string): Origin => ({ channel: 'graphql', requestId });

export interface KernelOptions {
  /** Whether webhooks may have addresses of this machine. */
  privateAddresses?: boolean;
  /** Maximum number of connections of the main pool. */
  connections?: number;
  /** Milliseconds after which PostgreSQL cancels a statement outside transactions. */
  statementLimit?: number;
  /** Whether mails can be sent without a connector, as outside production. */
  canSendMail?: boolean;
  /** Whether identity providers may be on this machine. */
  localProviders?: boolean;
}

export async function startKernel({
  privateAddresses = true,
  connections = 10,
  statementLimit = 15_000,
  canSendMail = false,
  localProviders = false,
}: KernelOptions = {}): Promise<TestKernel> {
  const own = await ownDatabase();
  const database = openDatabase(await reachDatabase(own.url), { max: connections, statementLimit });
  const publicUrl = 'https://mandate.example';
  let time = new Date('2026-11-21T10:00:00.000Z');
  const nudged: Nudge[] = [];
  const listeners = new Set<(nudge: Nudge) => void>();
  const nudges: Nudges = {
    publish: (nudge) => {
      nudged.push(nudge);
      for (const listener of listeners) listener(nudge);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => Promise.resolve(),
  };
  const clock = { now: () => time };
  const admission = createAdmission();
  const secretBox = testSecretBox;
  const newKeyPair = quickKeyPair;
  const sendTestEvent = createTestEventSender(
    { webhookPrivateAddresses: privateAddresses },
    {
      database,
      secretBox,
      clock,
      ids,
      logger: { info: () => undefined, debug: () => undefined, isLevelEnabled: () => false },
    },
  );
  const identityProviderHosts = localProviders ? [{ hostname: '127.0.0.1', port: null }] : [];
  const identityProviders = openIdentityProviders({ identityProviderHosts, production: false }, clock);
  const sendTestMessage = createTestMessageSender(
    { publicUrl, webhookPrivateAddresses: privateAddresses },
    { database, secretBox, clock, ids },
  );
  const problems = { selectionProblems, addressProblem: async (url: string) => addressProblem(url, privateAddresses) };
  const signedIn = (actor: Actor): Actor => (actor.isUnattended ? actor : { authenticatedAt: time, ...actor });
  const callerOf =
    (given: Caller | Actor): Caller =>
    async () =>
      signedIn(typeof given === 'function' ? await given() : given);
  const { execute, executeBulk, ...kernel } = createKernel({
    admission,
    database,
    clock,
    ids,
    passwords,
    secretBox,
    nudges,
    newKeyPair,
    ...problems,
    sendTestEvent,
    sendTestMessage,
    testProvider: createTestProvider({ database, secretBox, identityProviders, publicUrl }),
    saml: identityProviders.saml,
    ...createSendability({ production: !canSendMail, smtp: undefined }, { database, secretBox }),
    publicUrl,
    recentSignInSeconds: { management: 900, account: 900 },
    findBulk: (name) => bulkOperations.find(({ operation }) => operation.name === name),
  });
  return {
    url: own.url,
    database,
    admission,
    ...kernel,
    execute: (operation, caller, ...call) => execute(operation, callerOf(caller), ...call),
    executeBulk: (bulk, caller, ...call) => executeBulk(bulk, callerOf(caller), ...call),
    identityProviders,
    nudges,
    nudged,
    clock,
    now: clock.now,
    advance: (seconds) => {
      time = new Date(time.getTime() + seconds * 1000);
    },
    async run(operation, input, actor = actorWith(), options = {}) {
      const requestId = ids.next('request');
      const { output } = await execute(operation, callerOf(actor), input, originOf(requestId), options);
      return { output, events: await eventsOf(database, requestId) };
    },
    async [Symbol.asyncDispose]() {
      await identityProviders.close();
      await database.close();
      await own.drop();
    },
  };
}

/** The stored events of a request. */
export async function eventsOf(database: TestKernel['database'], requestId: string): Promise<LoggedEvent[]> {
  return database.prisma.event.findMany({
    where: { cause: { path: ['requestId'], equals: requestId } },
    orderBy: { sequence: 'asc' },
    select: { id: true, type: true, subjectKind: true, subjectId: true, organizationId: true, data: true },
  });
}

/** The refusal with which a promise rejects, as callers see it. */
export async function refusalOf(promise: Promise<unknown>) {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Failure)) throw new Error('expected a refusal', { cause: error });
  return { code: error.code, paths: error.problems.map(({ path }) => path.join('.')), message: error.message };
}
