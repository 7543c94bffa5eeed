import { STATUS_CODES } from 'node:http';
import type { BulkOperation } from '../../kernel/bulk-operation.ts';
import { importRoute } from '../import.ts';
import { dryRunLimit } from '../import-dry-run.ts';
import { lineLimit } from '../ndjson.ts';
import { failuresWith } from './errors.ts';
import { permissionText, security, tagOf } from './parts.ts';
import { eventsText } from './writes.ts';

const ndjson = 'application/x-ndjson';
const linesOf = (...values: object[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');

/** What OpenAPI says of the import of users; `createUsers` is what it does with every hundred lines. */
export function describeImport({ operation }: BulkOperation) {
  return {
    operationId: 'importUsers',
    tags: [tagOf(importRoute.path)],
    summary: 'Create any number of users, with the hashes of their passwords, while telling how far it has come.',
    description: [
      `Newline-delimited JSON: one user per line, of at most ${lineLimit} bytes, as the body of \`${operation.name}\`. Hashes of argon2, bcrypt and PBKDF2 are taken as they are.`,
      'A hundred users are one transaction; when one of them is refused, the hundred are done one by one. It may take as long as it goes on: only a client who sends next to nothing for half a minute, while it is waited for, is not waited for any longer.',
      `With \`dryRun=true\`, at most ${dryRunLimit} users: the same response, with \`"dryRun":true\` beside the totals, and nothing is stored.`,
      ...eventsText(operation),
      permissionText(operation.permission, operation.organization),
    ].join('\n\n'),
    security: security(operation.permission),
    parameters: [{ $ref: '#/components/parameters/dryRun' }],
    requestBody: {
      required: true,
      content: {
        [ndjson]: { schema: { type: 'string', description: 'Users, a line each.' }, example: users },
      },
    },
    responses: {
      200: {
        description:
          'While it works: a line for each user that is refused, with the number of its line; a line every 500, how far it has come; and a last one with `done`. Without that one, it did not come to its end.',
        content: { [ndjson]: { schema: { type: 'string' }, example: answer } },
      },
      ...failuresWith([401, 403, 422, 500, 503]),
      415: notLines,
    },
  };
}

const users = linesOf(
  {
    email: 'ada@example.com',
    name: 'Ada Lovelace',
    // A published test vector of bcrypt.
    passwordHash: '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW',
  },
  { username: 'grace', name: 'Grace Hopper', customData: { department: 'compilers' } },
);

const answer = linesOf(
  {
    line: 7,
    failure: {
      code: 'CONFLICT',
      detail: 'This email is taken.',
      problems: [{ path: ['email'], message: 'This email is taken.' }],
    },
  },
  { read: 500, created: 499, failed: 1 },
  { read: 731, created: 730, failed: 1, done: true },
);

const notLines = {
  description: `The body is not ${ndjson}.`,
  content: {
    'application/problem+json': {
      schema: { $ref: '#/components/schemas/Problem' },
      example: {
        type: 'about:blank',
        title: STATUS_CODES[415],
        status: 415,
        code: 'BAD_USER_INPUT',
        detail: `The content type of the body has to be ${ndjson}.`,
      },
    },
  },
};
