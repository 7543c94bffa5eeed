import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { type ReactNode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider, useQuery } from 'urql';
import { client } from './data/client.ts';
import { openFeed } from './data/feed/feed.ts';
import { isHeld, ViewerContext, ViewerDocument, viewerOf } from './data/viewer.ts';
import { Fault } from './parts/Fault.tsx';
import { preload, router } from './routes.tsx';
import { meta } from './session/settings.ts';
import './style/console.css';
import { density, setDensity } from './data/preferences/density.ts';
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
  // The first view stays until the frame can replace it.
  const [words] = await Promise.all([loading, client.query(ViewerDocument, {}).toPromise()]);
  setNonce(nonce);
  document.documentElement.lang = language;
  setDensity(density());
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

function SignedIn(): ReactNode {
  const [{ data, error }, again] = useQuery({ query: ViewerDocument, requestPolicy: 'cache-first' });
  useEffect(() => {
    if (data) openFeed(isHeld(viewerOf(data), 'events:read', 'anywhere'), data.viewer?.eventsCursor ?? null);
    // Once: it follows changes of the rights itself.
  }, [data !== undefined]);
  if (data) {
    return (
      <ViewerContext value={viewerOf(data)}>
        <RouterProvider router={router} />
      </ViewerContext>
    );
  }
  return error ? <Fault error={error} again={again} /> : null;
}
