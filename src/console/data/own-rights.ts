// Notices when the rights of the viewer change while the page is open.
import { dropTokens } from '../session/session.ts';
import { client } from './client.ts';
import type { FeedSubscription } from './feed/feed-connection.ts';
import { refreshAll } from './feed/refetch-on-events.ts';
import { ViewerDocument } from './viewer.ts';

interface Rights {
  permissions: string[];
  obtainablePermissions: string[];
}
type State = Rights & { organizations: (Rights & { organizationId: string })[] };

/** Milliseconds in which the page is drawn by new rights. */
const drawing = 100;

let latest: string | null = null;
let haveChanged = false;
const listeners = new Set<() => void>();

/** Whether they have changed since the page was opened, or since the notice of it was closed. */
export const rightsNotice = {
  isShown: (): boolean => haveChanged,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  close: (): void => setChanged(false),
};

/** The subscription that notices it. Calls the function after each message: it returns whether to connect again. */
export const followOwnRights = (onRights: (mayReadEvents: boolean) => boolean): FeedSubscription => ({
  query: `subscription OwnRights {
    viewer {
      permissions obtainablePermissions
      organizations { organizationId permissions obtainablePermissions }
    }
  }`,
  onData(data) {
    const text = textOf((data as { viewer: State }).viewer);
    const isOther = latest !== null && latest !== text;
    latest = text;
    if (isOther) {
      // The next tokens have the new scopes, and every answer may be another one now.
      dropTokens();
      void refreshByRights();
      setChanged(true);
    }
    return onRights(text.includes('"EVENTS_READ"'));
  },
});

/** First the rights, by which the page is drawn: what the viewer may not read any more is not requested again. */
async function refreshByRights(): Promise<void> {
  await client.query(ViewerDocument, {}, { requestPolicy: 'network-only' }).toPromise();
  setTimeout(refreshAll, drawing);
}

/** The permissions that are held, whichever token carries it: a new token changes no rights. */
function textOf({ organizations, ...everywhere }: State): string {
  const names = ({ permissions, obtainablePermissions }: Rights): string[] =>
    [...permissions, ...obtainablePermissions].toSorted();
  return JSON.stringify([names(everywhere), organizations.map((one) => [one.organizationId, names(one)])]);
}

function setChanged(value: boolean): void {
  haveChanged = value;
  for (const listener of listeners) listener();
}
