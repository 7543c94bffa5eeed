import packageJson from '../../package.json' with { type: 'json' };
import { type Config, ConfigError, readConfig } from '../config.ts';
import { Failure } from '../domain/failure.ts';
import { calledAs } from './commands/called-as.ts';
import type { App } from './create.ts';
import { checkConfig } from './commands/check-config.ts';
import { credentialsFile } from './start/first-credentials.ts';
import { receiveStopSignals } from './shutdown.ts';
import { startupMessage } from './start/startup-message.ts';
import { callOf, type CommandName, commands, isCommand, type Usage, usage, usageOf } from './usage.ts';

/** The arguments of a command. */
interface Call {
  name: CommandName;
  /** The value of its parameter; empty if it has none. */
  argument: string;
  flag: string | undefined;
}

/** Executes the command line. Sets the exit code: 0 if it was done, otherwise 1. */
export async function command(args: readonly string[]): Promise<void> {
  const program = calledAs(process, process.env, process.cwd());
  if (args.includes('--help')) process.stdout.write(help(program, args));
  else if (args.includes('--version')) process.stdout.write(`${packageJson.version}\n`);
  else if (args.length === 0) await start().catch(failed);
  else await run(program, args).catch(failed);
}

function help(program: string, args: readonly string[]): string {
  const name = args.find(isCommand);
  return name === undefined ? usage(program) : usageOf(program, name);
}

async function run(program: string, args: readonly string[]): Promise<void> {
  process.stdout.write(await outputOf(readCall(program, args)));
}

/** Throws Failure with a sentence if there is no such call. */
function readCall(program: string, args: readonly string[]): Call {
  const [name = args[0] ?? '', ...operands] = args.filter((argument) => !argument.startsWith('-'));
  if (!isCommand(name)) throw refusal(`Unknown argument ${JSON.stringify(name)}. See --help.`);
  const { parameter, flags = {} }: Usage = commands[name];
  const givenFlags = args.filter((argument) => argument.startsWith('-'));
  const flagWords = Object.keys(flags).map((flag) => flag.split(' '));
  const unknown = givenFlags.find((flag) => !flagWords.flat().includes(flag));
  if (unknown !== undefined) throw refusal(`${name} does not take ${JSON.stringify(unknown)}. See --help.`);
  const flag = flagWords.find(
    (words) => words.length === givenFlags.length && words.every((word) => args.includes(word)),
  );
  if (operands.length !== (parameter === undefined ? 0 : 1) || (givenFlags.length && !flag))
    throw refusal(`Usage: ${callOf(program, name)}`);
  return { name, argument: operands[0] ?? '', flag: flag?.join(' ') };
}

const refusal = (sentence: string): Failure => new Failure('BAD_USER_INPUT', sentence);

/** Runs a command, and returns what it prints. What it needs is loaded now, so that refusals respond at once. */
async function outputOf({ name, argument, flag }: Call): Promise<string> {
  if (name === 'check-config') return checkConfig(process.env);
  if (name === 'policy-test') return (await import('./commands/policy-test.ts')).runPolicyTests(argument);
  const config = readConfig(process.env);
  if (name === 'migrate') return (await import('./commands/migrate-command.ts')).runMigrate(config, flag);
  if (name === 'replace-secrets-key') return replaceKey(config, flag);
  const { runUserCommand } = await import('./user-commands/run.ts');
  return runUserCommand(config, { name, identifier: argument, readsPassword: flag === '--stdin' });
}

/** Runs the platform until a signal stops it. */
async function start(): Promise<void> {
  const stopping = new AbortController();
  const signals = receiveStopSignals();
  const stopped = signals.first.then(() => stopping.abort());
  const settings = readConfig(process.env);
  const isShown = process.stdout.isTTY && !settings.production;
  // Loaded late, so that --help and invalid settings respond at once.
  const { createApp } = await import('./create.ts');
  const overrides = { stopping: stopping.signal, ...(!isShown && { credentialsFile: credentialsFile(settings) }) };
  const app = await createApp(settings, overrides).catch((error: unknown) => {
    // It was stopped before it had started, while it waited for the database.
    if (!stopping.signal.aborted) throw error;
  });
  if (!app) return;
  const { config, services, listen, drain, failure, close } = app;
  // One request's unhandled rejection must not end all others.
  process.on('unhandledRejection', (err) => services.logger.error({ err }, 'promise: rejection not handled'));
  listen();
  announce(app, isShown);
  const drained = stopped.then(() => {
    drain();
    return signals.wait(config.shutdownDelaySeconds * 1000);
  });
  const sentence = await Promise.race([drained, failure]);
  if (sentence) await closeAfterFailure(close, sentence);
  else await close();
}

/** Encrypts secrets again. Prints as it goes; the exit code is 1 if another key is still needed. */
async function replaceKey(config: Config, flag: string | undefined): Promise<string> {
  const { replaceSecretsKey } = await import('./secrets-key/run.ts');
  const isLost = flag?.startsWith('--lost') ?? false;
  const options = { isDryRun: flag === '--dry-run', isLost, isConfirmed: flag === '--lost --confirm' };
  const isDone = await replaceSecretsKey(config, options, (line) => void process.stdout.write(`${line}\n`));
  if (!isDone) process.exitCode = 1;
  return '';
}

/** For people at a terminal, with the credentials if `isShown`; otherwise in the log. */
function announce({ config, services }: App, isShown: boolean): void {
  const { firstStart, inboxToken, logger } = services;
  if (process.stdout.isTTY) process.stdout.write(startupMessage(config, isShown ? firstStart : null, inboxToken));
  else logger.info({ publicUrl: config.publicUrl }, 'platform: listening');
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
