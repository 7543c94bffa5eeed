import { expect, it } from 'vitest';
import { perFile } from '../../support/per-file.ts';
import { everything, problemPaths, startApi } from '../api.ts';

const api = perFile(startApi);

it('a body that repeats a member is BAD_USER_INPUT with its path, and nothing runs', async () => {
  const query = 'mutation ($name: String!) { createRole(input: { name: $name }) { role { id } } }';
  const answer = await api.send({
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${everything}` },
    body: `{"query":${JSON.stringify(query)},"variables":{"name":"one","name":"two"}}`,
  });
  expect(answer.status).toBe(400);
  expect(answer.errors[0]?.extensions.code).toBe('BAD_USER_INPUT');
  expect(problemPaths(answer)).toEqual(['variables.name']);
  expect((await api.ask('{ roles { totalCount } }')).roles.totalCount).toBe(0);
});
