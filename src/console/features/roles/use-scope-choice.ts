import { useState } from 'react';
import type { OperationName } from '../../data/needs.ts';
import { useMayRun } from '../../data/viewer.ts';

/** Which scopes a role is to grant. */
export interface ScopeChoice {
  /** Whether the viewer may change them. */
  isOpen: boolean;
  isGranted: (scopeId: string) => boolean;
  isWanted: (scopeId: string) => boolean;
  toggle: (scopeId: string) => void;
  /** The number of scopes of an API resource that the role grants. */
  countOf: (apiResourceId: string) => number;
  /** The scopes that differ from the role as it is now. */
  added: readonly string[];
  removed: readonly string[];
  /** All that it is to grant. */
  selection: readonly string[];
  reset: () => void;
}

/** A role of either kind, and the mutations that change which scopes of API resources it grants. */
export interface GrantingRole {
  /** As the inputs of the mutations name it. */
  input: Readonly<Record<string, string>>;
  add: OperationName;
  remove: OperationName;
  replace: OperationName;
}

/** A scope that a role grants. */
export interface GrantedScope {
  id: string;
  apiResource: { id: string } | null;
}

/** Keeps what is ticked until it is saved. A scope that the role gets or loses meanwhile differs no longer. */
export function useScopeChoice({ replace, input }: GrantingRole, granted: readonly GrantedScope[]): ScopeChoice {
  const isOpen = useMayRun()(replace, input);
  const [ticked, setTicked] = useState<ReadonlyMap<string, boolean>>(new Map());
  const ids = new Set(granted.map(({ id }) => id));
  const isWanted = (id: string): boolean => ticked.get(id) ?? ids.has(id);
  const added = [...ticked.keys()].filter((id) => isWanted(id) && !ids.has(id));
  const removed = [...ids].filter((id) => !isWanted(id));
  return {
    isOpen,
    isGranted: (id) => ids.has(id),
    isWanted,
    toggle: (id) => setTicked(new Map([...ticked, [id, !isWanted(id)]])),
    countOf: (apiResourceId) => granted.filter(({ apiResource }) => apiResource?.id === apiResourceId).length,
    added,
    removed,
    selection: [...[...ids].filter(isWanted), ...added],
    reset: () => setTicked(new Map()),
  };
}
