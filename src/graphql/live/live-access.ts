import type { EventLog } from '../../delivery/event-log/event-log.ts';
import { Failure } from '../../domain/failure.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { followChanges } from './live-changes.ts';
import { createHolder, type Holder } from './token-session.ts';

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
  /** Who it is and what it may do now, asked anew. Throws the refusal, with which the session ends, when the token is not accepted any more. */
  askAnew(): Promise<Actor>;
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
  eventLog: EventLog;
  logger: Logger;
}

/** Milliseconds between two looks at everybody, for what no event tells of. */
const patience = 30_000;
/** Milliseconds in which the changes that follow on one another cause one look. */
const gathering = 50;
export function createLiveAccess({ authenticate, expiryOf, clock, eventLog, logger }: Services): LiveAccess {
  const holders = new Map<string, Holder>();
  let planned: NodeJS.Timeout | undefined;
  /** While there is anybody to look at. */
  let following: AbortController | undefined;

  const cannotLook = (err: unknown): void => {
    if (!(err instanceof Failure)) logger.warn({ err }, 'a live caller cannot be looked at now');
  };
  const askAll = (): void => {
    for (const holder of holders.values()) holder.look().catch(cannotLook);
  };
  const changed = (): void => {
    planned ??= setTimeout(() => {
      planned = undefined;
      askAll();
    }, gathering);
  };
  const follow = (): void => {
    if (following) return;
    following = new AbortController();
    void followChanges({ eventLog, logger }, changed, following.signal);
  };
  const timer = setInterval(askAll, patience);
  timer.unref();

  return {
    async open(authorization) {
      const key = authorization ?? '';
      const holder = holders.get(key) ?? createHolder(() => authenticate(authorization));
      // It is among those who are looked at before it is looked at for the first time: no change between the two is missed.
      holders.set(key, holder);
      const stay = holder.enter();
      follow();
      const { signal } = stay.until;
      let expiry: NodeJS.Timeout | undefined;
      const leave = () => {
        clearTimeout(expiry);
        holder.leave(stay);
        if (!holder.stays.size && holders.get(key) === holder) holders.delete(key);
        if (holders.size) return;
        following?.abort();
        following = undefined;
      };
      signal.addEventListener('abort', leave);
      await holder.look().catch((error: unknown) => {
        stay.until.abort();
        throw error;
      });
      const life = expiryOf(key).getTime() - clock.now().getTime();
      if (!signal.aborted) expiry = setTimeout(() => stay.until.abort(expired()), life);
      return sessionOf(holder, stay);
    },
    close() {
      clearInterval(timer);
      clearTimeout(planned);
      for (const { stays } of holders.values()) for (const { until } of Array.from(stays)) until.abort();
    },
  };
}

const sessionOf = (holder: Holder, { until, requirements }: ReturnType<Holder['enter']>): LiveSession => ({
  get actor() {
    return holder.actor as Actor;
  },
  until: until.signal,
  require(mayStay, refusal) {
    const requirement = { mayStay, refusal };
    if (!mayStay(this.actor)) {
      this.end();
      throw refusal;
    }
    requirements.add(requirement);
    return () => {
      requirements.delete(requirement);
      this.end();
    };
  },
  askAnew: () => holder.look(),
  end: () => until.abort(),
});

const expired = (): Failure => new Failure('UNAUTHENTICATED', 'The access token has expired.');
