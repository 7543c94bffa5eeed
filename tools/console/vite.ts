import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { InlineConfig, Rolldown } from 'vite';
import { projectFolder } from '../testing/steps.ts';
import { firstView } from '../pages/first-view.ts';

type Graph = Parameters<Exclude<Rolldown.CodeSplittingGroup['name'], string>>[1];

/** Exports all components in one module; few of them are on every page. */
const components = '/node_modules/@mantine/core/';

/** The modules that a module imports, directly or not, without those that are loaded later. */
function importsOf(id: string, graph: Graph, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(id)) return found;
  found.add(id);
  if (id.includes(components)) return found;
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) importsOf(imported, graph, found);
  return found;
}

const source = (name: string): string => join(projectFolder, 'src/console', name);

/**
 * Names one script for what every page has, but for components, and for what the sign-in needs before. Divided by who
 * shares what, it would be 18, and over a slow connection each takes its turn: for bench:console, the first rows over
 * Slow 4G.
 */
function chunkNames(): (id: string, graph: Graph) => string | null {
  let ofEveryPage: ReadonlySet<string> | undefined;
  return (id, graph) => {
    ofEveryPage ??= importsOf(source('app.tsx'), graph).difference(importsOf(source('main.tsx'), graph));
    if (!ofEveryPage.has(id)) return null;
    const hasComponents = importsOf(id, graph)
      .values()
      .some((imported) => imported.includes(components));
    return hasComponents ? null : 'every-page';
  };
}

/** The settings with which Vite builds and serves the console. */
export const viteConfig = (outDir: string): InlineConfig => ({
  configFile: false,
  root: join(projectFolder, 'src/console'),
  base: '/console/',
  plugins: [react(), firstView()],
  logLevel: 'warn',
  cacheDir: join(projectFolder, 'node_modules/.cache/vite'),
  build: {
    outDir,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    target: 'baseline-widely-available',
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: chunkNames(), debugName: 'every page' }],
          // The sign-in does not wait for the modules of the pages.
          includeDependenciesRecursively: false,
        },
      },
    },
    // Kilobytes. The budget of test/console/build.test.ts is smaller.
    chunkSizeWarningLimit: 1000,
  },
});
