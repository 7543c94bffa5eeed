/** Messages between the tabs of one browser. They carry no token. */
type TabMessage = 'signed-in' | 'signed-out';

/**
 * Undefined in a browser that blocks the cookies of this address: Firefox refuses the channel then. The console does
 * not start there, and shows why as soon as it needs the storage (console/start-failure.ts). This is loaded before.
 */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('mandate-console');
  } catch {
    return undefined;
  }
}

const channel = openChannel();

export const sendToTabs = (message: TabMessage): void => channel?.postMessage(message);

/** Calls the function for each message of another tab, until the returned function is called. */
export function onTabMessage(listener: (message: TabMessage) => void): () => void {
  const onMessage = ({ data }: MessageEvent<TabMessage>): void => listener(data);
  channel?.addEventListener('message', onMessage);
  return () => channel?.removeEventListener('message', onMessage);
}
