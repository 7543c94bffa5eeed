import type { EventLog } from '../../delivery/event-log/event-log.ts';
import { Failure } from '../../domain/failure.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { followChanges } from './live-changes.ts';
import { createLiveToken, type TokenConnection, type LiveToken } from './live-token.ts';

/** The caller of a long-lived connection: a socket, or a stream while it is open. */
export interface LiveCaller {
  /** The caller and its permissions, as of the last refresh. */
  actor(): Actor;
  /**
   * Aborts, with the refusal as its reason, when the token expires or is revoked, or a requirement is no longer met.
   */
  readonly until: AbortSignal;
  /**
   * Ends with the refusal as soon as the caller does not meet the requirement; throws the refusal if it
   * does not now. Returns a function that removes the requirement, and ends the caller if it was opened for it alone.
   */
  require(isMet: (actor: Actor) => boolean, refusal: Failure): () => void;
  /** Authenticates again. Throws the refusal, with which it ends, if the token is not accepted. */
  refresh(): Promise<Actor>;
  end(): void;
}

/** Re-authorizes long-lived connections: what a token allows may change while they are open. */
export interface LiveAccess {
  /** Throws Failure if the token is not accepted, or not for pages of this origin. */
  open(authorization: string | null, origin?: string): Promise<LiveCaller>;
  close(): void;
}

interface Services {
  authenticate(authorization: string | null, origin?: string): Promise<Actor>;
  clock: Clock;
  eventLog: EventLog;
  logger: Logger;
}

/** Pause between two checks of all live callers, for changes without an event (ms). */
const recheckInterval = 30_000;
/** Changes within this time cause one check (ms). */
const debounceTime = 50;

export function createLiveAccess({ authenticate, clock, eventLog, logger }: Services): LiveAccess {
  const tokens = new Map<string, LiveToken>();
  /** Set while there are live callers. */
  let following: AbortController | undefined;

  const logFault = (err: unknown): void => {
    if (!(err instanceof Failure)) logger.warn({ err }, 'live caller: not checked; will retry');
  };
  const refreshAll = (): void => {
    for (const token of tokens.values()) token.refresh().catch(logFault);
  };
  const changes = debounced(refreshAll, debounceTime);
  const follow = (): void => {
    if (following) return;
    following = new AbortController();
    void followChanges({ eventLog, logger }, changes.report, following.signal);
  };
  const timer = setInterval(refreshAll, recheckInterval);
  timer.unref();

  return {
    async open(authorization, origin) {
      const key = `${origin ?? ''} ${authorization ?? ''}`;
      const token = tokens.get(key) ?? createLiveToken(() => authenticate(authorization, origin));
      // Before the first authentication, so that no change after it is missed.
      tokens.set(key, token);
      const connection = token.connect();
      follow();
      const { signal } = connection.until;
      let expiry: NodeJS.Timeout | undefined;
      const release = () => {
        clearTimeout(expiry);
        token.disconnect(connection);
        if (!token.connections.size && tokens.get(key) === token) tokens.delete(key);
        if (tokens.size) return;
        following?.abort();
        following = undefined;
      };
      signal.addEventListener('abort', release);
      const { expiresAt } = await token.refresh().catch((error: unknown) => {
        connection.until.abort();
        throw error;
      });
      const lifetime = expiresAt && expiresAt.getTime() - clock.now().getTime();
      if (lifetime !== undefined && !signal.aborted)
        expiry = setTimeout(() => connection.until.abort(expired()), lifetime);
      return liveCallerOf(token, connection);
    },
    close() {
      clearInterval(timer);
      changes.cancel();
      for (const { connections } of tokens.values()) for (const { until } of Array.from(connections)) until.abort();
    },
  };
}

/** Does the work once for all reports within a time. */
function debounced(work: () => void, milliseconds: number) {
  let scheduled: NodeJS.Timeout | undefined;
  return {
    report(): void {
      scheduled ??= setTimeout(() => {
        scheduled = undefined;
        work();
      }, milliseconds);
    },
    cancel: (): void => clearTimeout(scheduled),
  };
}

const liveCallerOf = (token: LiveToken, { until, requirements }: TokenConnection): LiveCaller => ({
  actor: token.actor as () => Actor,
  until: until.signal,
  require(isMet, refusal) {
    const requirement = { isMet, refusal };
    if (!isMet(this.actor())) {
      this.end();
      throw refusal;
    }
    requirements.add(requirement);
    return () => {
      requirements.delete(requirement);
      this.end();
    };
  },
  refresh: token.refresh,
  end: () => until.abort(),
});

const expired = (): Failure => new Failure('UNAUTHENTICATED', 'The access token has expired.');
