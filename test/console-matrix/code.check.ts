import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { password } from '../support/password.ts';
import { inputOf, operationNames } from './operations.ts';
import { type Stage, startStage } from './stage.ts';

let stage: Stage;
let page: Page;
/** The token with which the person who uses the page makes changes, from the latest preview of one. */
let personToken = '';
/** Operations that only people run. */
const ofPeople = new Set(['updateMyPreferences', 'createSubjectToken']);
beforeAll(async () => {
  stage = await startStage();
  page = await stage.console.open('/');
  page.on('request', (request) => {
    if (!request.postData()?.includes('mutation')) return;
    personToken = request.headers()['authorization']?.slice('Bearer '.length) ?? personToken;
  });
});
afterAll(() => stage[Symbol.asyncDispose]());

/** Opens the dialog of an operation with an input, and copies the change in one of its forms. */
async function copy(name: string, input: object, form: string): Promise<string> {
  const query = `do=${name}&with=${encodeURIComponent(JSON.stringify(input))}`;
  await page.evaluate((target) => history.pushState({}, '', target), `/console/keys?${query}`);
  const dialog = page.getByRole('dialog');
  await dialog.locator('form').waitFor();
  await dialog.getByText(form, { exact: true }).click();
  const change = dialog.getByRole('region', { name: 'What this will do' });
  await change.getByRole('button', { name: 'Copy' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  return copied;
}

/** Runs a copied command in a shell, as a person would: with a token in a variable, and secrets in their places. */
async function run(command: string, token: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const complete = command.replaceAll('"…"', JSON.stringify(password));
  const { stdout } = await promisify(execFile)('sh', ['-c', `${complete} -s -w '\\n%{http_code}'`], {
    env: { ...process.env, TOKEN: token },
  });
  const end = stdout.lastIndexOf('\n');
  return { status: Number(stdout.slice(end)), body: JSON.parse(stdout.slice(0, end)) as Record<string, unknown> };
}

describe('what the dialog offers to copy for', () => {
  it.each(operationNames)('%s is accepted by the Management API', async (name) => {
    const input = inputOf(name, stage.records);
    const graphql = await copy(name, input, 'curl');
    const rest = await copy(name, input, 'REST');
    const token = ofPeople.has(name) ? personToken : await stage.console.token();
    const [byGraphql, byRest] = [
      await run(graphql.replace('"variables":{', '"variables":{"dryRun":true,'), token),
      await run(rest.replace('/api/', '/api/dry-run/'), token),
    ];
    expect({ byGraphql: [byGraphql.status, byGraphql.body['errors']], byRest: [byRest.status, byRest.body] }).toEqual({
      byGraphql: [200, undefined],
      byRest: [200, expect.objectContaining({ events: expect.any(Array) as unknown })],
    });
  });

  it.each(['createUser', 'setUserPassword', 'createUsers', 'createConnector'])(
    '%s contains no secret',
    async (name) => {
      const secret = 'a secret that nobody may read';
      const inputs: Record<string, object> = {
        createUser: { name: 'Ada', password: secret, passwordHash: secret },
        setUserPassword: { userId: stage.records.user, password: secret },
        createUsers: { items: [{ name: 'Ada', password: secret }] },
        createConnector: { ...inputOf(name, stage.records), secrets: { password: secret, token: secret } },
      };
      for (const form of ['GraphQL', 'curl', 'REST']) {
        expect(await copy(name, inputs[name] ?? {}, form)).not.toContain(secret);
      }
    },
  );
});
