import { Failure } from '../domain/failure.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import type { Nudges } from '../platform/nudges.ts';

/** A caller who stays: over a socket, or while a stream is open. */
export interface LiveSession {
  /** Who it is and what it may do: as it was when it was asked last. */
  readonly actor: Actor;
  /** Aborted, with the refusal as its reason, when the token expires or is not accepted any more. */
  readonly until: AbortSignal;
  end(): void;
}

/** Watches over callers who stay: what a token allowed when they came may change while they are here. */
export interface LiveAccess {
  /** Throws Failure UNAUTHENTICATED when the token is not accepted. */
  open(authorization: string | null): Promise<LiveSession>;
  close(): void;
}

interface Services {
  authenticate(authorization: string | null): Promise<Actor>;
  /** When a token that was accepted expires. */
  expiryOf(authorization: string): Date;
  clock: Clock;
  nudges: Nudges;
  logger: Logger;
}

/** Milliseconds between two looks at everybody, for nudges that were lost. */
const patience = 30_000;
/** Milliseconds in which the changes that follow on one another cause one look. */
const gathering = 50;
/** Kinds of event after which a caller may be allowed less, or more. */
const concerning = /^(User|Role|ApiResource|Scope|Application|OrganizationRole)\.|^Organization\.(Member|Deleted)/;

/** One token, however many sockets came with it. */
interface Holder {
  actor: Actor;
  sessions: Set<AbortController>;
}

export function createLiveAccess({ authenticate, expiryOf, clock, nudges, logger }: Services): LiveAccess {
  const holders = new Map<string, Holder>();
  let planned: NodeJS.Timeout | undefined;

  const askAgain = async (authorization: string, holder: Holder): Promise<void> => {
    try {
      holder.actor = await authenticate(authorization);
    } catch (error) {
      if (!(error instanceof Failure)) return logger.warn({ err: error }, 'a live caller cannot be looked at now');
      for (const session of holder.sessions) session.abort(error);
    }
  };
  const askAll = () => Promise.all([...holders].map(([authorization, holder]) => askAgain(authorization, holder)));
  const unsubscribe = nudges.subscribe(({ types }) => {
    if (planned || !holders.size || (types.length && !types.some((type) => concerning.test(type)))) return;
    planned = setTimeout(() => {
      planned = undefined;
      void askAll();
    }, gathering);
  });
  const timer = setInterval(() => void askAll(), patience);
  timer.unref();

  return {
    async open(authorization) {
      const actor = await authenticate(authorization);
      const key = authorization ?? '';
      const holder = holders.get(key) ?? { actor, sessions: new Set() };
      holder.actor = actor;
      holders.set(key, holder);
      const controller = new AbortController();
      holder.sessions.add(controller);
      const expiry = setTimeout(() => controller.abort(expired()), expiryOf(key).getTime() - clock.now().getTime());
      const end = () => {
        clearTimeout(expiry);
        holder.sessions.delete(controller);
        if (!holder.sessions.size && holders.get(key) === holder) holders.delete(key);
      };
      controller.signal.addEventListener('abort', end);
      return {
        get actor() {
          return holder.actor;
        },
        until: controller.signal,
        end: () => controller.abort(),
      };
    },
    close() {
      unsubscribe();
      clearInterval(timer);
      clearTimeout(planned);
      for (const { sessions } of holders.values()) for (const session of Array.from(sessions)) session.abort();
    },
  };
}

const expired = (): Failure => new Failure('UNAUTHENTICATED', 'The access token has expired.');
