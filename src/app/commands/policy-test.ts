import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { Failure } from '../../domain/failure.ts';
import { signInPolicySchema } from '../../domain/flow/policy.ts';
import { textOf } from '../../http/body.ts';
import { failedTests, policyTestsSchema } from '../../domain/flow/policy-tests.ts';

/** A sign-in experience as `GET /api/sign-in-experiences/:id` returns it; other members do not matter. */
const fileSchema = z.object({ policy: signInPolicySchema, tests: policyTestsSchema });

/** Runs the tests of a policy from a file. Returns what was done; throws Failure if one fails, or none can run. */
export async function runPolicyTests(path: string): Promise<string> {
  const { policy, tests } = readTests(await readText(path));
  const failed = failedTests(policy, tests);
  if (failed.length)
    throw new Failure('BAD_USER_INPUT', failed.map(({ message }) => `${message}\n`).join('') + result(tests, failed));
  return `${result(tests, failed)}\n`;
}

const result = (tests: readonly unknown[], failed: readonly unknown[]): string =>
  `${tests.length - failed.length} passed, ${failed.length} failed`;

async function readText(path: string): Promise<string> {
  try {
    return textOf(await readFile(path));
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new Failure('BAD_USER_INPUT', `The file cannot be read (${code}).`);
  }
}

function readTests(text: string): z.output<typeof fileSchema> {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw new Failure('BAD_USER_INPUT', 'The file must contain JSON.');
  }
  const { data, error } = fileSchema.safeParse(document);
  if (data) return data;
  const sentences = error.issues.map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`);
  throw new Failure('BAD_USER_INPUT', sentences.join('\n'));
}
