const listeners = new Set<() => void>();

/** What the person at this page has changed here: it is known without the feed, which not everyone may read. */
export const ownChanges = {
  announce(): void {
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
