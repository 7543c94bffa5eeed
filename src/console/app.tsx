import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { type ReactNode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider, useQuery } from 'urql';
import { client } from './data/client.ts';
import { openFeed } from './data/feed.ts';
import { type Viewer, ViewerContext, ViewerDocument, viewerOf } from './data/viewer.ts';
import { Fault } from './parts/Fault.tsx';
import { preload, router } from './routes.tsx';
import { meta } from './session/settings.ts';
import './style/console.css';
import { theme } from './style/theme.ts';
import { languages, preferredLanguage, type Words, WordsContext } from './words/index.ts';

const nonce = meta('csp-nonce');

// Loaded while the person is signed in.
const language = preferredLanguage();
const loading = languages[language]();
// `show` reports the failure.
loading.catch(() => undefined);
preload(location.pathname);

/** Draws the console. The person is signed in. */
export async function show(root: Element | null): Promise<void> {
  if (!root) throw new Error('The page has no root.');
  // Answered while the words and the page are loaded.
  void client.query(ViewerDocument, {}).toPromise();
  const words = await loading;
  setNonce(nonce);
  document.documentElement.lang = language;
  createRoot(root).render(<App words={words} />);
}

function App({ words }: { words: Words }): ReactNode {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <Provider value={client}>
        <WordsContext value={words}>
          <SignedIn />
        </WordsContext>
      </Provider>
    </MantineProvider>
  );
}

/** Which events the viewer may follow: all, or those of the first organization that permits it; undefined for none. */
function feedOf({ permissions, organizations }: Viewer): { organizationId: string | null } | undefined {
  if (permissions.has('events:read')) return { organizationId: null };
  const organization = organizations.find((one) => one.permissions.has('events:read'));
  return organization && { organizationId: organization.id };
}

function SignedIn(): ReactNode {
  const [{ data, error }, again] = useQuery({ query: ViewerDocument, requestPolicy: 'cache-first' });
  const feed = data ? feedOf(viewerOf(data)) : undefined;
  useEffect(() => {
    if (feed) openFeed(feed.organizationId);
    // Once: rights that change end the connection, and the page is loaded again.
  }, [feed !== undefined]);
  if (data) {
    return (
      <ViewerContext value={viewerOf(data)}>
        <RouterProvider router={router} />
      </ViewerContext>
    );
  }
  return error ? <Fault error={error} again={again} /> : null;
}
