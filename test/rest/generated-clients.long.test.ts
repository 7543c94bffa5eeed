import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateFromOpenApi, install, lintByRedocly, runProgram, typeErrors } from '../support/dashboards.ts';
import { everything, type Rest, startRest } from './api.ts';

let rest: Rest;
beforeAll(async () => {
  rest = await startRest();
  await install('rest');
  await generateFromOpenApi();
});
afterAll(() => rest[Symbol.asyncDispose]());

const run = (program: string) =>
  runProgram('rest', program, { url: rest.url.replace(/\/api$/, ''), token: everything });
const printed = [
  'would emit User.Created',
  'created version 1',
  'changed to Ada version 2',
  'a late change is refused with VERSION_MISMATCH and version 2',
  'refused email INVALID_FORMAT',
  'found 1',
  'deleted',
];

describe('programs with a generated client', () => {
  it('compile in strict mode: one with openapi-typescript, one with hey-api', async () => {
    expect(await typeErrors('rest')).toBe('');
  });

  it.each(['openapi-fetch.ts', 'hey-api.ts'])('%s tries, creates, changes, lists and deletes a user', async (name) => {
    expect(await run(name)).toEqual(printed);
    expect(rest.logged).toEqual([]);
  });
});

it('the OpenAPI document passes the recommended rules of Redocly, its examples included', async () => {
  expect(await lintByRedocly()).toBe('');
});
