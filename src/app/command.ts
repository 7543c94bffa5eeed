import { flushCompileCache } from 'node:module';
import packageJson from '../../package.json' with { type: 'json' };
import { ConfigError, readConfig } from '../config.ts';
import { stopSignal } from './shutdown.ts';
import { startupMessage } from './startup-message.ts';
import { usage } from './usage.ts';

/** Executes the command line. Sets the exit code. */
export async function command([argument]: readonly string[]): Promise<void> {
  if (argument === '--help') process.stdout.write(usage());
  else if (argument === '--version') process.stdout.write(`${packageJson.version}\n`);
  else if (argument !== undefined) fail(`Unknown argument ${JSON.stringify(argument)}. See --help.`);
  else await run().catch(failed);
}

/** Runs the platform until a signal stops it. */
async function run(): Promise<void> {
  const stopped = stopSignal();
  const settings = readConfig(process.env);
  // Loaded late, so that --help and invalid settings respond at once.
  const { createApp } = await import('./create.ts');
  const { config, services, listen, failure, close } = await createApp(settings);
  // One request's unhandled rejection must not end all others.
  process.on('unhandledRejection', (err) => services.logger.error({ err }, 'promise: rejection not handled'));
  listen();
  process.stdout.write(startupMessage(config, services.firstStart, services.inboxToken));
  // Flushed now, because a killed process would leave no cache for the next start.
  flushCompileCache();
  const sentence = await Promise.race([stopped, failure]);
  if (sentence) await closeAfterFailure(close, sentence);
  else await close();
}

/** Milliseconds for requests in progress, some of which wait for a lost database. */
const failureLimit = 15_000;

/** Closes what it can: without the database, closing can fail or hang. */
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
