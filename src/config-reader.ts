import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';
import type { Variable } from './domain/setting-values.ts';

/** Invalid settings. The message has a sentence per line, which names the variable and never contains a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads variables of an environment, and collects what is wrong with them. */
export interface ConfigReader {
  /** The value; undefined if it is not set, or invalid, which is a problem. */
  read<Value>(variable: Variable<Value>): Value | undefined;
  /** Whether it is set, by itself or by a file. An empty variable counts as not set. */
  isSet(variable: Variable<unknown>): boolean;
  /** One sentence each. */
  problems: string[];
}

/** The variable that names the file of a secret. */
export const fileVariable = (name: string): string => `${name}_FILE`;

export function createConfigReader(env: NodeJS.ProcessEnv): ConfigReader {
  const problems: string[] = [];
  return {
    problems,
    isSet: ({ name, secret }) => Boolean(env[name] || (secret && env[fileVariable(name)])),
    read: (variable) => {
      try {
        return readVariable(env, variable);
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        problems.push(error.message);
        return undefined;
      }
    },
  };
}

function readVariable<Value>(env: NodeJS.ProcessEnv, variable: Variable<Value>): Value | undefined {
  const { name, secret, rule } = variable;
  const setting = textOf(env, variable);
  if (setting === undefined) return undefined;
  const { text, from } = setting;
  const value = variable.read(text);
  const problem = value === undefined ? undefined : variable.problem?.(text);
  if (problem !== undefined) throw new ConfigError(`${name}: ${problem}`);
  if (value !== undefined) return value;
  const shown = secret ? 'its value is not shown' : `it is ${JSON.stringify(text.slice(0, 100))}`;
  throw new ConfigError(`${from} must be ${rule}; ${shown}.`);
}

/** The text of a variable and where it is from; a secret may be in a file. */
function textOf(
  env: NodeJS.ProcessEnv,
  { name, secret }: Variable<unknown>,
): { text: string; from: string } | undefined {
  const text = env[name];
  const file = secret ? env[fileVariable(name)] : undefined;
  if (!file) return text ? { text, from: name } : undefined;
  if (text) throw new ConfigError(`${name} and ${fileVariable(name)} are both set: set one of them.`);
  return { text: readSecretFile(fileVariable(name), file), from: `The content of ${fileVariable(name)}` };
}

const maxBytes = 65_536;

/** The content of the file of a secret, without the line break that editors and `echo` add at its end. */
function readSecretFile(name: string, path: string): string {
  const content = readBytes(name, path);
  if (content.length > maxBytes) throw new ConfigError(`${name}: the file is larger than ${maxBytes} bytes.`);
  if (!isUtf8(content)) throw new ConfigError(`${name}: the file is not text in UTF-8.`);
  const text = content.toString().replace(/\r?\n$/, '');
  if (text === '') throw new ConfigError(`${name}: the file is empty.`);
  return text;
}

function readBytes(name: string, path: string): Buffer {
  try {
    return readAtMost(path, maxBytes + 1);
  } catch (error) {
    // Without the path: by mistake it may be the secret itself.
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new ConfigError(`${name}: the file cannot be read (${code}).`, { cause: error });
  }
}

/** The beginning of a file, which may be a device or a pipe without an end. */
function readAtMost(path: string, limit: number): Buffer {
  const buffer = Buffer.alloc(limit);
  const file = openSync(path, 'r');
  try {
    let length = 0;
    for (let read = -1; read !== 0; length += read) read = readSync(file, buffer, length, limit - length, null);
    return buffer.subarray(0, length);
  } finally {
    closeSync(file);
  }
}
