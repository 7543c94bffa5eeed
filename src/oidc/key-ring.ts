import type { KeyObject } from 'node:crypto';
import type { JWK } from 'jose';
import { nextKeyChange, publishedKeys, signingKeys } from '../domain/signing-keys.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { isId } from '../platform/ids/ids.ts';
import type { Logger } from '../platform/logger.ts';
import { concerns, type Nudges } from '../platform/nudges.ts';
import type { SecretBox } from '../platform/crypto/secret-box.ts';
import { loadSigningKeys, type SigningKey } from '../store/signing-keys.ts';
import type { SigningAlgorithm } from '../vocabulary/signing-algorithms.ts';

/** The signing keys as they are at this moment: every answer is for `clock.now()`. */
export interface KeyRing {
  /** The key that signs by this algorithm. Throws when there is none. */
  current(algorithm: SigningAlgorithm): SigningKey;
  /** Every key that is published: those that sign first, then newest to oldest. */
  published(): readonly SigningKey[];
  /** The public key of any key id that is published: next, current or previous. */
  verifier(kid: string): KeyObject | undefined;
  /** Looks in the database for a key id that is not known here yet (another process may just have made it). The look-up begins after the call. */
  seek(kid: string): Promise<KeyObject | undefined>;
  /** What the key set endpoint shows: next, current and previous keys. */
  publicJwks(): { keys: JWK[] };
  /** Private JWKs of the same keys, those that sign first. */
  privateJwks(): JWK[];
  /** Changes whenever any of the above does: a key was added, its time to sign has come, or it has retired. */
  generation(): string;
  /** Takes what a statement has just read, the sorted ids of all keys there are: a promise when they are loaded again, because they are others than before. */
  follow(ids: string): Promise<void> | undefined;
  reload(): Promise<void>;
  close(): void;
}

export interface KeyRingServices {
  database: Pick<Database, 'tokenPool' | 'preparedStatements'>;
  secretBox: SecretBox;
  clock: Clock;
  nudges: Nudges;
  logger: Logger;
}

/** Milliseconds between looks at the database: bounds how long a process follows an old rotation when a nudge is lost. */
const lookEvery = 10_000;
/** Milliseconds between two look-ups of unknown key ids: tokens with invented ids must not keep the database busy. */
const seekEvery = 200;
/** Milliseconds that answers wait at most for keys that have changed. Tokens of a withdrawn key are refused in any case. */
const followFor = 500;

/**
 * Opens the ring and keeps it fresh: on a SigningKey.Rotated nudge, for an unknown key id, and every 10 s.
 * A failed reload is logged and changes nothing. Throws when there is no key, or SECRETS_KEY does not open them.
 */
export async function openKeyRing(services: KeyRingServices): Promise<KeyRing> {
  const load = () => loadSigningKeys(services.database, services.secretBox);
  const initial = await load();
  const ring = createView(initial, services.clock);
  let followed = idsOf(initial);
  let loading = Promise.resolve();
  // One after the other: a look that began before a commit must not stand in for the one that the commit asked for.
  const reload = () => {
    loading = loading
      .then(async () => ring.replace(await load()))
      .catch((err: unknown) => services.logger.error({ err }, 'the signing keys could not be reloaded'));
    return loading;
  };
  const lookUp = shared(reload, seekEvery);
  const timer = setInterval(() => void reload(), lookEvery).unref();
  const unsubscribe = services.nudges.subscribe((nudge) => {
    if (concerns(nudge, 'SigningKey.')) void reload();
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
      // Once for each change: keys that cannot be loaded must not hold up every statement that names them.
      followed = ids;
      return Promise.race([lookUp(), pause(followFor)]);
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
 * Makes one run of `work` serve all callers that come before it begins, however many they are: a caller that comes during a run waits for
 * the next one, which begins `spacing` milliseconds later.
 */
function shared(work: () => Promise<void>, spacing: number): () => Promise<void> {
  let mayBegin: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | undefined;
  const begin = async () => {
    await mayBegin;
    next = undefined;
    const done = work();
    mayBegin = done.then(() => pause(spacing));
    await done;
  };
  return () => (next ??= begin());
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => void setTimeout(resolve, milliseconds).unref());

interface View {
  signing: ReadonlyMap<SigningAlgorithm, SigningKey>;
  published: SigningKey[];
  byId: ReadonlyMap<string, SigningKey>;
  generation: string;
  /** Milliseconds since the epoch between which it holds. */
  from: number;
  until: number;
}

/** The keys seen at the clock's present: worked out anew only when the keys or their order changed. */
function createView(initial: readonly SigningKey[], clock: Clock) {
  let keys = initial;
  let view = look(keys, clock.now());
  return {
    view(): View {
      const now = clock.now();
      if (now.getTime() < view.from || now.getTime() >= view.until) view = look(keys, now);
      return view;
    },
    replace(next: readonly SigningKey[]): void {
      keys = next;
      view = look(keys, clock.now());
    },
  };
}

const idsOf = (keys: readonly SigningKey[]): string =>
  keys
    .map(({ id }) => id)
    .sort()
    .join(' ');

function look(keys: readonly SigningKey[], now: Date): View {
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
