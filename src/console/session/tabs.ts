/** Messages between the tabs of one browser. They carry no token. */
type TabMessage = 'signed-in' | 'signed-out';

const channel = new BroadcastChannel('mandate-console');

export const sendToTabs = (message: TabMessage): void => channel.postMessage(message);

/** Calls the function for each message of another tab, until the returned function is called. */
export function onTabMessage(listener: (message: TabMessage) => void): () => void {
  const onMessage = ({ data }: MessageEvent<TabMessage>): void => listener(data);
  channel.addEventListener('message', onMessage);
  return () => channel.removeEventListener('message', onMessage);
}
