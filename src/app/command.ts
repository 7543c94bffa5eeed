import { flushCompileCache } from 'node:module';
import packageJson from '../../package.json' with { type: 'json' };
import { ConfigError, readConfig, usage } from '../config.ts';
import { stopSignal } from './shutdown.ts';
import { welcome } from './welcome.ts';

/** What the command line asks for. Sets the exit code. */
export async function command([argument]: readonly string[]): Promise<void> {
  if (argument === '--help') process.stdout.write(usage());
  else if (argument === '--version') process.stdout.write(`${packageJson.version}\n`);
  else if (argument !== undefined)
    fail(`There is no argument ${JSON.stringify(argument)}: --help lists what there is.`);
  else await run().catch(failed);
}

/** From the environment to a platform that listens, until a signal stops it. */
async function run(): Promise<void> {
  const stopped = stopSignal();
  const settings = readConfig(process.env);
  // Loaded only now: --help and a wrong setting are answered at once.
  const { createApp } = await import('./create.ts');
  const { config, services, listen, failure, close } = await createApp(settings);
  // One request's forgotten promise must not end everyone's requests.
  process.on('unhandledRejection', (err) => services.logger.error({ err }, 'a rejected promise was not handled'));
  listen();
  process.stdout.write(welcome(config, services.firstStart));
  // Now, since a process that is killed would leave nothing for the next start.
  flushCompileCache();
  const sentence = await Promise.race([stopped, failure]);
  if (sentence) await closeAfterFailure(close, sentence);
  else await close();
}

/** Milliseconds for the requests under way, and for what waits for the database in vain. */
const failureLimit = 15_000;

/** Without its database, not everything can be closed as it should. */
async function closeAfterFailure(close: () => Promise<void>, sentence: string): Promise<void> {
  fail(sentence);
  setTimeout(() => process.exit(), failureLimit).unref();
  await close().catch(() => {});
}

function failed(error: unknown): void {
  if (!(error instanceof ConfigError)) throw error;
  fail(error.message);
}

function fail(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
