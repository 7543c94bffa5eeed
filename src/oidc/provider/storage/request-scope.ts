import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What one request to the issuer or to the sign-in pages has read. What it writes for a user or an application carries the count of endings
 * that it read first: an ending in between makes it invalid (store/sessions/endings.ts).
 */
interface RequestScope {
  /** Counts of endings, by the id of the user or application. */
  endings: Map<string, number>;
  /** Names of records that this request has read or stored. */
  known: Set<string>;
  /** Something that it wanted to store was refused: it stores nothing more. */
  isRefused: boolean;
}

const storage = new AsyncLocalStorage<RequestScope>();

/** Runs a request in a scope of its own. */
export const inRequestScope = <T>(work: () => T): T =>
  storage.run({ endings: new Map(), known: new Set(), isRefused: false }, work);

/** The scope of this request; throws outside of any, where nothing can be stored. */
export function requestScope(): RequestScope {
  const scope = storage.getStore();
  if (!scope) throw new Error('a record of the issuer is stored outside the scope of a request');
  return scope;
}

/** Notes the count of endings of a user or application, unless this request has seen one before. */
export function noteEndings(id: string, endings: number): void {
  const scope = storage.getStore();
  if (scope && !scope.endings.has(id)) scope.endings.set(id, endings);
}

/** Notes a record that this request has read or stored: from then on it can only be replaced. */
export const noteRecord = (name: string): void => void storage.getStore()?.known.add(name);

/** The count of endings that this request read first. Throws when it has read none: its record could revive what was ended. */
export function endingsSeen(id: string | null): number {
  if (id === null) return 0;
  const endings = requestScope().endings.get(id);
  if (endings === undefined) throw new Error(`a record of ${id} is stored by a request that has not read it`);
  return endings;
}
