/** The requests of clients to each process. */
export interface Requests {
  /** Called when a request is sent; returns a function to call at its end. */
  begin(url: string): (isAcknowledged: boolean) => void;
  /** Number of requests in progress. */
  unanswered(url: string): number;
  /** Resolves when the next request is acknowledged. */
  acknowledged(url: string): Promise<void>;
}

export function createRequests(): Requests {
  const open: string[] = [];
  const waiting = new Map<string, PromiseWithResolvers<void>>();
  return {
    begin(url) {
      open.push(url);
      return (isAcknowledged) => {
        open.splice(open.indexOf(url), 1);
        if (!isAcknowledged) return;
        waiting.get(url)?.resolve();
        waiting.delete(url);
      };
    },
    unanswered: (url) => open.filter((one) => one === url).length,
    acknowledged(url) {
      const next = waiting.get(url) ?? Promise.withResolvers();
      waiting.set(url, next);
      return next.promise;
    },
  };
}
