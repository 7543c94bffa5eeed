import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { type Entry, frames, pages } from './addresses.ts';
import { readSearch } from './data/address.ts';
import { Frame } from './parts/frame/Frame.tsx';
import { NoPage } from './parts/record/NotFound.tsx';

const root = createRootRoute({ component: Frame, validateSearch: readSearch, notFoundComponent: NoPage });

/** The frame of a page: at its own address, or at the one that a single word follows. */
const frameOf = (path: string): Entry | undefined =>
  frames.find(([frame]) => path === frame || path.replace(/\/[\w-]+$/, '') === frame);

/** Begins to load the code of the page at an address, and of what surrounds it. */
export function preload(address: string): void {
  const path = address.replace(/^\/console/, '') || '/';
  const match = pages.find(([pattern]) => new RegExp(`^${pattern.replace('$id', '[^/]+')}/?$`).test(path));
  // The router loads it, too, and reports a failure.
  for (const entry of match ? [match, frameOf(match[0])] : []) entry?.[1]().catch(() => undefined);
}

const pagesIn = (frame: Entry | undefined): Entry[] => pages.filter(([path]) => frameOf(path) === frame);

const routes = [
  ...pagesIn(undefined).map(([path, load, component]) =>
    createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load, component) }),
  ),
  ...frames.map((frame) => {
    const [path, load, component] = frame;
    const parent = createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load, component) });
    return parent.addChildren(
      pagesIn(frame).map(([whole, loadTab, tab]) =>
        createRoute({
          getParentRoute: () => parent,
          path: whole.slice(path.length) || '/',
          component: lazyRouteComponent(loadTab, tab),
        }),
      ),
    );
  }),
];

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: '/console',
  defaultPreload: 'intent',
  // From one record to another of its kind, nothing of the first one stays on the page.
  defaultRemountDeps: ({ params }) => params as unknown,
});
