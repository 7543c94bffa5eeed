import type { KeyObject } from 'node:crypto';
import type { JWK } from 'jose';
import { nextKeyChange, publishedKeys, signingKeys } from '../domain/signing-keys.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { isId } from '../platform/ids.ts';
import type { Logger } from '../platform/logger.ts';
import { concerns, type Nudges } from '../platform/nudges.ts';
import type { SecretBox } from '../platform/secret-box.ts';
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
  /** Looks in the database for a key id that is not known here yet (another process may just have made it), after the call began. */
  seek(kid: string): Promise<KeyObject | undefined>;
  /** What the key set endpoint shows: next, current and previous keys. */
  publicJwks(): { keys: JWK[] };
  /** Private JWKs of the same keys, those that sign first. */
  privateJwks(): JWK[];
  /** Changes whenever any of the above does: a key was added, its time to sign has come, or it has retired. */
  generation(): string;
  reload(): Promise<void>;
  close(): void;
}

export interface KeyRingServices {
  database: Pick<Database, 'prisma'>;
  secretBox: SecretBox;
  clock: Clock;
  nudges: Nudges;
  logger: Logger;
}

/** Milliseconds between looks at the database: bounds how long a process follows an old rotation when a nudge is lost. */
const lookEvery = 10_000;
/** Milliseconds between two look-ups of unknown key ids: tokens with invented ids must not keep the database busy. */
const seekEvery = 200;

/**
 * Opens the ring and keeps it fresh: on a SigningKey.Rotated nudge, for an unknown key id, and every 10 s.
 * A failed reload is logged and changes nothing. Throws when there is no key, or SECRETS_KEY does not open them.
 */
export async function openKeyRing(services: KeyRingServices): Promise<KeyRing> {
  const load = () => loadSigningKeys(services.database.prisma, services.secretBox);
  const ring = createView(await load(), services.clock);
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
 * Makes one piece of work serve everybody who asks before it begins, however many they are: who asks while it is under way waits for the
 * next one, which begins `pause` milliseconds after it.
 */
function shared(work: () => Promise<void>, pause: number): () => Promise<void> {
  let mayBegin: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | undefined;
  const begin = async () => {
    await mayBegin;
    next = undefined;
    const done = work();
    mayBegin = done.then(() => new Promise((resolve) => setTimeout(resolve, pause).unref()));
    await done;
  };
  return () => (next ??= begin());
}

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
