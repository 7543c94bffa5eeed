import { describe, expect, it } from 'vitest';
import { perFile } from '../support/per-file.ts';
import { startApi } from './api.ts';

const api = perFile(startApi);

const create = 'mutation ($given: CreateUserInput!) { createUser(input: $given) { user { id } } }';
const createAll = `mutation ($items: [CreateUserInput!]!) { createUsers(input: { items: $items }) {
  results { failure { code problems { path code minimum maximum } } } } }`;

async function problemsOf(document: string, variables: Record<string, unknown>): Promise<[string, string][]> {
  const { errors } = await api.call(document, variables);
  const problems = errors[0]?.extensions.problems as unknown as { path: string[]; code: string }[];
  return problems.map(({ path, code }) => [JSON.stringify(path), code]);
}

describe('a problem', () => {
  it.each([
    ['an unknown field', create, { given: { nickname: 'x' } }, '["input","nickname"]', 'UNKNOWN_FIELD'],
    ['another type', create, { given: { email: 5 } }, '["input","email"]', 'INVALID_TYPE'],
    ['another format', create, { given: { email: 'x' } }, '["input","email"]', 'INVALID_FORMAT'],
    ['a missing variable', create, {}, '["input"]', 'REQUIRED'],
    ['another type in a list', createAll, { items: [{}, { email: 5 }] }, '["input","items",1,"email"]', 'INVALID_TYPE'],
    [
      'a missing field',
      'mutation ($one: CreateRoleInput!) { createRole(input: $one) { role { id } } }',
      { one: {} },
      '["input","name"]',
      'REQUIRED',
    ],
    [
      'a value of a fragment',
      'query ($when: DateTime) { ...users } fragment users on Query { users(filter: { createdAfter: $when }) { totalCount } }',
      { when: 'yesterday' },
      '["filter","createdAfter"]',
      'INVALID_FORMAT',
    ],
  ])('has the path below the argument, and a code: %s', async (_what, document, variables, path, code) => {
    expect(await problemsOf(document, variables)).toEqual([[path, code]]);
  });

  it('a problem in a variable keeps the location of the variable in the document', async () => {
    const { text } = await api.call(create, { given: { nickname: 'x' } });
    expect(JSON.parse(text).errors[0].locations).toEqual([{ line: 1, column: 11 }]);
  });

  it('an item of a bulk mutation has the same path, code and limits', async () => {
    const { createUsers } = await api.ask(createAll, { items: [{ name: 'x'.repeat(5000) }, { password: 'short' }] });
    const problems = createUsers.results.map(({ failure }: { failure: { problems: object[] } }) => failure.problems[0]);
    expect(problems).toEqual([
      { path: ['name'], code: 'TOO_LONG', minimum: null, maximum: expect.any(Number) },
      { path: ['password'], code: 'TOO_SHORT', minimum: expect.any(Number), maximum: null },
    ]);
  });
});
