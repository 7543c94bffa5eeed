import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

// Preloaded into a platform of a test: writes the address of each module that it loads into a file.
const { LOADED_MODULES: file } = process.env;
if (file)
  registerHooks({
    load(url, context, next) {
      appendFileSync(file, `${url}\n`);
      return next(url, context);
    },
  });
