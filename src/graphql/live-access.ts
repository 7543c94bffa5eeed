import { Failure } from '../domain/failure.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import type { Nudges } from '../platform/nudges.ts';

/** A caller who stays: over a socket, or while a stream is open. */
export interface LiveSession {
  /** Who it is and what it may do: as it was when it was asked last. */
  readonly actor: Actor;
  /** Aborted, with the refusal as its reason, when the token expires or is not accepted any more, or when it does not allow what is required. */
  readonly until: AbortSignal;
  /**
   * What a subscription goes on for: once the caller may not do it any more, the session ends with that refusal, which is thrown when it may
   * not even now. Returns what a subscription that is over calls: it requires nothing any more, and ends the session when that was its own.
   */
  require(mayStay: (actor: Actor) => boolean, refusal: Failure): () => void;
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

interface Requirement {
  mayStay(actor: Actor): boolean;
  refusal: Failure;
}

/** One token, however many sockets came with it; what the subscriptions of each require. */
interface Holder {
  actor: Actor;
  sessions: Map<AbortController, Set<Requirement>>;
}

export function createLiveAccess({ authenticate, expiryOf, clock, nudges, logger }: Services): LiveAccess {
  const holders = new Map<string, Holder>();
  let planned: NodeJS.Timeout | undefined;

  const askAgain = async (authorization: string, holder: Holder): Promise<void> => {
    try {
      holder.actor = await authenticate(authorization);
      for (const [session, requirements] of holder.sessions) {
        for (const { mayStay, refusal } of requirements) if (!mayStay(holder.actor)) session.abort(refusal);
      }
    } catch (error) {
      if (!(error instanceof Failure)) return logger.warn({ err: error }, 'a live caller cannot be looked at now');
      for (const session of holder.sessions.keys()) session.abort(error);
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
      const holder = holders.get(key) ?? { actor, sessions: new Map() };
      holder.actor = actor;
      holders.set(key, holder);
      const controller = new AbortController();
      const requirements = new Set<Requirement>();
      holder.sessions.set(controller, requirements);
      const expiry = setTimeout(() => controller.abort(expired()), expiryOf(key).getTime() - clock.now().getTime());
      const end = () => {
        clearTimeout(expiry);
        holder.sessions.delete(controller);
        if (!holder.sessions.size && holders.get(key) === holder) holders.delete(key);
      };
      controller.signal.addEventListener('abort', end);
      return sessionOf(holder, controller, requirements);
    },
    close() {
      unsubscribe();
      clearInterval(timer);
      clearTimeout(planned);
      for (const { sessions } of holders.values()) for (const session of Array.from(sessions.keys())) session.abort();
    },
  };
}

const sessionOf = (holder: Holder, controller: AbortController, requirements: Set<Requirement>): LiveSession => ({
  get actor() {
    return holder.actor;
  },
  until: controller.signal,
  require(mayStay, refusal) {
    const requirement = { mayStay, refusal };
    if (!mayStay(holder.actor)) {
      this.end();
      throw refusal;
    }
    requirements.add(requirement);
    return () => {
      requirements.delete(requirement);
      this.end();
    };
  },
  end: () => controller.abort(),
});

const expired = (): Failure => new Failure('UNAUTHENTICATED', 'The access token has expired.');
