import { type DestinationStream, type Logger as PinoLogger, pino, stdSerializers, stdTimeFunctions } from 'pino';

export type Logger = PinoLogger;

/** The least level that is logged. */
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error';

// Fields that are masked if they are logged by mistake: at the top level, in an object, and in an object within an
// object.
const secretFields = [
  'authorization',
  'cookie',
  '["set-cookie"]',
  'password',
  'passwordHash',
  'secret',
  'secrets',
  'clientSecret',
  'client_secret',
  'client_assertion',
  'token',
  'accessToken',
  'access_token',
  'refresh_token',
  'id_token',
  'subject_token',
  'subjectToken',
  'actor_token',
];
const depths = ['', '*.', '*.*.'];
const paths = secretFields.flatMap((field) =>
  depths.map((depth) => (field.startsWith('[') ? depth.slice(0, -1) + field : depth + field)),
);

/**
 * Creates the log: one JSON object per line on standard output; in a terminal, a readable line. Secrets are masked by
 * field name. `destination` is for tests.
 */
export function createLogger(level: LogLevel, destination: DestinationStream = standardOutput()): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths, censor: '[secret]' },
      serializers: { err: stdSerializers.err },
    },
    destination,
  );
}

function standardOutput(): DestinationStream {
  return process.stdout.isTTY ? { write: (line) => void process.stdout.write(readable(line)) } : pino.destination(1);
}

/**
 * Formats an entry as `2026-11-20T10:00:00.000Z  warn  message  {"field":"value"}`, with the stack of an error on the
 * following lines.
 */
export function readable(line: string): string {
  const entry: Record<string, unknown> = JSON.parse(line);
  const { time, level, msg, err, ...rest } = entry;
  const fields = Object.keys(rest).length > 0 ? `  ${JSON.stringify(rest)}` : '';
  const stack = isError(err) ? `\n${err.stack}` : '';
  return `${text(time)}  ${text(level).padEnd(5)}  ${text(msg)}${fields}${stack}\n`;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isError(value: unknown): value is { stack: string } {
  return typeof value === 'object' && value !== null && 'stack' in value;
}
