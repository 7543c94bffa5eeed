import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Caches compiled code beside the packages: the next start takes a third less time, and less memory. Where the folder
// is read-only, as in a container, every start compiles the code again. `npm start` names the same folder to Node.js,
// so that this file is in the cache, too.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/mandate', import.meta.url)));
const { command } = await import('./app/command.ts');
await command(process.argv.slice(2));
