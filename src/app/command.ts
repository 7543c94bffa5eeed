import packageJson from '../../package.json' with { type: 'json' };
import { ConfigError, readConfig } from '../config.ts';
import { Failure } from '../domain/failure.ts';
import { stopSignal } from './shutdown.ts';
import { startupMessage } from './startup-message.ts';
import { isUserCommand, usage } from './usage.ts';

const flags = ['--help', '--version', '--stdin', '--dry-run', '--lost', '--confirm'];
/** Flags of one command only. */
const commandsOf: Record<string, string> = {
  '--stdin': 'reset-password',
  '--dry-run': 'replace-secrets-key',
  '--lost': 'replace-secrets-key',
  '--confirm': 'replace-secrets-key',
};

/** Executes the command line. Sets the exit code: 0 if it was done, otherwise 1. */
export async function command(args: readonly string[]): Promise<void> {
  const unknown = args.find((argument) => argument.startsWith('-') && !flags.includes(argument));
  const [name, ...given] = args.filter((argument) => !argument.startsWith('-'));
  const misplaced = args.find((argument) => argument in commandsOf && commandsOf[argument] !== name);
  if (unknown !== undefined) fail(`Unknown argument ${JSON.stringify(unknown)}. See --help.`);
  else if (args.includes('--help')) process.stdout.write(usage());
  else if (args.includes('--version')) process.stdout.write(`${packageJson.version}\n`);
  else if (misplaced !== undefined) fail(`Only ${commandsOf[misplaced]} takes ${misplaced}. See --help.`);
  else if (name === undefined) await start().catch(failed);
  else if (name === 'policy-test') await testPolicy(given).catch(failed);
  else if (name === 'replace-secrets-key') await replaceKey(args, given).catch(failed);
  else await runFor(name, given, args.includes('--stdin')).catch(failed);
}

/** Runs the platform until a signal stops it. */
async function start(): Promise<void> {
  const stopping = new AbortController();
  const stopped = stopSignal().then(() => stopping.abort());
  const settings = readConfig(process.env);
  // Loaded late, so that --help and invalid settings respond at once.
  const { createApp } = await import('./create.ts');
  const app = await createApp(settings, { stopping: stopping.signal }).catch((error: unknown) => {
    // It was stopped before it had started, while it waited for the database.
    if (!stopping.signal.aborted) throw error;
  });
  if (!app) return;
  const { config, services, listen, failure, close } = app;
  // One request's unhandled rejection must not end all others.
  process.on('unhandledRejection', (err) => services.logger.error({ err }, 'promise: rejection not handled'));
  listen();
  process.stdout.write(startupMessage(config, services.firstStart, services.inboxToken));
  const sentence = await Promise.race([stopped, failure]);
  if (sentence) await closeAfterFailure(close, sentence);
  else await close();
}

/** Runs the tests of a policy, without a platform. */
async function testPolicy([path, ...others]: readonly string[]): Promise<void> {
  if (path === undefined || others.length) return fail('Usage: node src/main.ts policy-test FILE');
  const { runPolicyTests } = await import('./policy-test.ts');
  process.stdout.write(await runPolicyTests(path));
}

/** Encrypts secrets again, beside a platform or without one. */
async function replaceKey(args: readonly string[], given: readonly string[]): Promise<void> {
  const [isDryRun = false, isLost = false, isConfirmed = false] = ['--dry-run', '--lost', '--confirm'].map((flag) =>
    args.includes(flag),
  );
  if (given.length || (isDryRun && isLost) || (isConfirmed && !isLost))
    return fail('Usage: node src/main.ts replace-secrets-key [--dry-run | --lost [--confirm]]');
  const { replaceSecretsKey } = await import('./secrets-key/run.ts');
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  const isDone = await replaceSecretsKey(readConfig(process.env), { isDryRun, isLost, isConfirmed }, print);
  if (!isDone) process.exitCode = 1;
}

/** Runs a command for a user, beside a platform or without one. */
async function runFor(name: string, [identifier, ...others]: readonly string[], readsPassword: boolean): Promise<void> {
  if (!isUserCommand(name)) return fail(`Unknown argument ${JSON.stringify(name)}. See --help.`);
  if (identifier === undefined || others.length) return fail(`Usage: node src/main.ts ${name} IDENTIFIER`);
  const { runUserCommand } = await import('./user-commands/run.ts');
  process.stdout.write(await runUserCommand(readConfig(process.env), { name, identifier, readsPassword }));
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
  if (error instanceof Failure) fail(sentences(error));
  else if (error instanceof ConfigError) fail(error.message);
  else throw error;
}

const sentences = ({ message, problems }: Failure): string =>
  [...new Set([message, ...problems.map((problem) => problem.message)])].join(' ');

function fail(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
