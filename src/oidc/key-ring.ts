import type { KeyObject } from 'node:crypto';
import type { JWK } from 'jose';
import { nextKeyChange, publishedKeys, signingKeys } from '../domain/oauth/signing-keys.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { isId } from '../platform/ids/ids.ts';
import type { Logger } from '../platform/logger.ts';
import { concerns, type Nudges } from '../platform/nudges.ts';
import type { SecretBox } from '../platform/crypto/secret-box.ts';
import { loadSigningKeys, type SigningKey } from '../store/signing-keys.ts';
import { eventTypesAbout } from '../vocabulary/events.ts';
import type { SigningAlgorithm } from '../vocabulary/signing-algorithms.ts';

/** The signing keys at the current time of the clock. */
export interface KeyRing {
  /** The key that signs with this algorithm. Throws if there is none. */
  current(algorithm: SigningAlgorithm): SigningKey;
  /** All published keys: current ones first, then newest to oldest. */
  published(): readonly SigningKey[];
  /** The public key of a published key id: next, current or previous. */
  verifier(kid: string): KeyObject | undefined;
  /** Looks up an unknown key id, which another process may have just created. The statement starts after the call. */
  seek(kid: string): Promise<KeyObject | undefined>;
  /** The content of the key set endpoint: next, current and previous keys. */
  publicJwks(): { keys: JWK[] };
  /** Private JWKs of the same keys, current ones first. */
  privateJwks(): JWK[];
  /** Changes with the above: when a key is added, starts to sign, or retires. */
  generation(): string;
  /**
   * Compares the sorted ids of all keys, as a statement has just read them. Returns a promise if the keys are reloaded.
   */
  follow(ids: string): Promise<void> | undefined;
  reload(): Promise<void>;
  close(): void;
}

interface KeyRingServices {
  database: Pick<Database, 'tokenPool' | 'preparedStatements'>;
  secretBox: SecretBox;
  clock: Clock;
  nudges: Nudges;
  logger: Logger;
}

const changes = eventTypesAbout('signingKey');

/** Milliseconds between reloads: how long a process may use old keys if a nudge is lost. */
const pollInterval = 10_000;
/** Milliseconds between two look-ups of unknown key ids: invented ids must not load the database. */
const seekInterval = 200;
/** Milliseconds that a request waits for changed keys. Tokens of a withdrawn key are refused in any case. */
const followTimeout = 500;

/**
 * Opens the ring and reloads it: on a SigningKey nudge, for an unknown key id, and every 10 s. A failed reload is
 * logged and changes nothing. Throws if there is no key, or SECRETS_KEY does not decrypt them.
 */
export async function openKeyRing(services: KeyRingServices): Promise<KeyRing> {
  const load = () => loadSigningKeys(services.database, services.secretBox);
  const initial = await load();
  const ring = createView(initial, services.clock);
  let followed = idsOf(initial);
  let loading = Promise.resolve();
  // Sequential: a reload that began before a commit must not answer the reload that the commit requested.
  const reload = () => {
    loading = loading
      .then(async () => ring.replace(await load()))
      .catch((err: unknown) => services.logger.error({ err }, 'signing keys: reload failed'));
    return loading;
  };
  const lookUp = shared(reload, seekInterval);
  const timer = setInterval(() => void reload(), pollInterval).unref();
  const unsubscribe = services.nudges.subscribe((nudge) => {
    if (concerns(nudge, changes)) void reload();
  });
  return {
    current: (algorithm) => ring.view().signing.get(algorithm) ?? missingKey(algorithm),
    published: () => ring.view().published,
    verifier: (kid) => ring.view().byId.get(kid)?.publicKey,
    async seek(kid) {
      if (!ring.view().byId.has(kid) && isId('signingKey', kid)) await lookUp();
      return ring.view().byId.get(kid)?.publicKey;
    },
    publicJwks: () => ({ keys: ring.view().published.map((key) => key.publicJwk) }),
    privateJwks: () => ring.view().published.map((key) => key.privateJwk),
    generation: () => ring.view().generation,
    follow(ids) {
      if (ids === followed) return undefined;
      // Once for each change: keys that cannot be loaded must not delay every request.
      followed = ids;
      return Promise.race([lookUp(), pause(followTimeout)]);
    },
    reload,
    close() {
      clearInterval(timer);
      unsubscribe();
    },
  };
}

function missingKey(algorithm: SigningAlgorithm): never {
  throw new Error(`There is no signing key for ${algorithm} in this database.`);
}

/**
 * Makes callers share runs of `work`: all callers before a run starts share it, and callers during a run share the next
 * one, which starts at least `spacing` milliseconds later.
 */
function shared(work: () => Promise<void>, spacing: number): () => Promise<void> {
  let mayBegin: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | undefined;
  const begin = async () => {
    await mayBegin;
    next = undefined;
    const result = work();
    mayBegin = result.then(() => pause(spacing));
    await result;
  };
  return () => (next ??= begin());
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => void setTimeout(resolve, milliseconds).unref());

interface View {
  signing: ReadonlyMap<SigningAlgorithm, SigningKey>;
  published: SigningKey[];
  byId: ReadonlyMap<string, SigningKey>;
  generation: string;
  /** When the view is valid, in milliseconds since the epoch. */
  from: number;
  until: number;
}

/** The keys at the current time: recomputed when the keys or their order change. */
function createView(initial: readonly SigningKey[], clock: Clock) {
  let keys = initial;
  let view = viewAt(keys, clock.now());
  return {
    view(): View {
      const now = clock.now();
      if (now.getTime() < view.from || now.getTime() >= view.until) view = viewAt(keys, now);
      return view;
    },
    replace(next: readonly SigningKey[]): void {
      keys = next;
      view = viewAt(keys, clock.now());
    },
  };
}

const idsOf = (keys: readonly SigningKey[]): string =>
  keys
    .map(({ id }) => id)
    .sort()
    .join(' ');

function viewAt(keys: readonly SigningKey[], now: Date): View {
  const published = publishedKeys(keys, now);
  if (published.length === 0) throw new Error('There is no signing key in this database.');
  return {
    signing: new Map(signingKeys(keys, now).map((key) => [key.algorithm, key])),
    published,
    byId: new Map(published.map((key) => [key.id, key])),
    generation: published.map((key) => key.id).join(' '),
    from: now.getTime(),
    until: nextKeyChange(keys, now)?.getTime() ?? Number.POSITIVE_INFINITY,
  };
}
