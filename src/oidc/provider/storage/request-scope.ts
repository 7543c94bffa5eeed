import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import type { KoaContextWithOIDC } from '../library.ts';
import { browserSecretOf, hashOfBrowser } from '../browser-binding.ts';

/**
 * The state of one request to the issuer or to the sign-in pages. Each record that it stores for a user or an
 * application carries the session epoch that the request read first, so an ending in between makes it invalid
 * (store/sessions/session-epochs.ts).
 */
interface RequestScope {
  request: IncomingMessage;
  /** The context of the request in the library, also around it: its own `Provider.ctx` ends where its routes end. */
  context?: KoaContextWithOIDC;
  /** The secret of the browser, if the response sets it. */
  browserSecret?: string;
  /** Session epochs, by id of the user or application. */
  sessionEpochs: Map<string, number>;
  /** Names of the records that the request has read or stored. */
  names: Set<string>;
  /** The refresh token with which the rotations began, of the one that the request has used. */
  firstToken?: string;
  /** The grants that the request ends, by their id. */
  endedGrants: Map<string, Promise<void>>;
  /** A record was refused, so no session is stored any more. */
  isRefused: boolean;
  /** Set if the platform itself makes the request, for the code of a trial sign-in: no request from outside has it. */
  platformRequest?: PlatformRequest | undefined;
}

/** A request of the platform itself in the place of an application, and the response, which is not sent. */
export interface PlatformRequest {
  clientId: string;
  /** The address of the platform to which the trial has returned. */
  redirectUri: string;
  /** The grant of the trial. */
  grantId: string;
  response?: { body: unknown };
}

const storage = new AsyncLocalStorage<RequestScope>();

/** Runs a request in a scope of its own. */
export function inRequestScope<T>(request: IncomingMessage, work: () => T, platformRequest?: PlatformRequest): T {
  const empty = { sessionEpochs: new Map(), names: new Set<string>(), endedGrants: new Map() };
  return storage.run({ request, ...empty, isRefused: false, platformRequest }, work);
}

/** Runs around the library: keeps its context for the storage. */
export function keepContext(context: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<unknown> {
  requestScope().context = context;
  return next();
}

/** The context of this request; undefined for one to the pages. */
export const presentContext = (): KoaContextWithOIDC | undefined => storage.getStore()?.context;

/** The request of the platform itself, if this is one. */
export const presentPlatformRequest = (): PlatformRequest | undefined => storage.getStore()?.platformRequest;

/** The scope of this request. Throws outside of a request, where nothing can be stored. */
export function requestScope(): RequestScope {
  const scope = storage.getStore();
  if (!scope) throw new Error('a record of the issuer is stored outside the scope of a request');
  return scope;
}

/** Notes the session epoch of a user or application. False: the request has read another one before. */
export function noteSessionEpoch(id: string, sessionEpoch: number): boolean {
  const epochs = storage.getStore()?.sessionEpochs;
  if (!epochs?.has(id)) epochs?.set(id, sessionEpoch);
  return epochs === undefined || epochs.get(id) === sessionEpoch;
}

/** Notes a record that the request has read or stored: it can only be replaced from then on, not inserted. */
export const noteRecord = (name: string): void => void storage.getStore()?.names.add(name);

/** Notes the secret that the response sets in the browser. */
export function noteBrowser(secret: string): void {
  requestScope().browserSecret = secret;
}

/** SHA-256 (base64url) of the secret of the browser; undefined if it has none. */
export function presentBrowser(publicUrl: string): string | undefined {
  const { request, browserSecret } = requestScope();
  const secret = browserSecret ?? browserSecretOf(request, publicUrl);
  return secret && hashOfBrowser(secret);
}

/** The session epoch that the request read first. Throws without one: the record could revive an ended session. */
export function sessionEpochSeen(id: string | null): number {
  if (id === null) return 0;
  const sessionEpoch = requestScope().sessionEpochs.get(id);
  if (sessionEpoch === undefined) throw new Error(`a record of ${id} is stored by a request that has not read it`);
  return sessionEpoch;
}
