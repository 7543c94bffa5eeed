import { createClient } from 'graphql-ws';
import { address, token } from '../platform.ts';

/** The place in the log up to which everything was seen. Keep it where it survives a reload. */
let cursor: string | undefined;

export const keepCursor = (newer: string): void => {
  cursor = newer;
};

/** One socket per tab. It reconnects by itself; the subscriptions then continue at the cursor. */
export const socket = createClient({
  url: `${address.replace(/^http/, 'ws')}/graphql`,
  connectionParams: () => ({ authorization: `Bearer ${token}`, ...(cursor !== undefined && { after: cursor }) }),
  retryAttempts: Number.POSITIVE_INFINITY,
  shouldRetry: () => true,
});
