const listeners = new Set<() => void>();

/** The changes by the person at this page: they are known without the feed, which not everyone may read. */
export const ownChanges = {
  announce(): void {
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
