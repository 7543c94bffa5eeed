import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';
import { projectFolder } from '../testing/steps.ts';

/** How Vite builds and serves the console. */
export const viteConfig = (outDir: string): InlineConfig => ({
  configFile: false,
  root: join(projectFolder, 'src/console'),
  base: '/console/',
  plugins: [react()],
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
  },
});
