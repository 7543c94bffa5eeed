import { STATUS_CODES } from 'node:http';
import type { BulkOperation } from '../../kernel/bulk-operation.ts';
import { importRoute } from '../import/import.ts';
import { dryRunLimit } from '../import/import-dry-run.ts';
import { lineLimit, ndjsonType, toLines } from '../ndjson.ts';
import { failuresWith } from './errors.ts';
import { permissionText, security, tagOf } from './parts.ts';
import { eventsText } from './writes.ts';

/** The OpenAPI description of the import, which runs `createUsers` for every hundred lines. */
export function describeImport({ operation }: BulkOperation) {
  return {
    operationId: 'importUsers',
    tags: [tagOf(importRoute.path)],
    summary: 'Import any number of users, with hashes of existing passwords. The response reports progress.',
    description: [
      `Newline-delimited JSON: one user per line, of at most ${lineLimit} bytes, as the body of \`${operation.name}\`. Hashes of argon2, bcrypt and PBKDF2 are accepted.`,
      'A hundred users are one transaction; if one of them is refused, they are created one by one. The total duration is not limited. An upload that stalls for 30 seconds ends the import.',
      'With an `Idempotency-Key`, an import that was interrupted can be sent again: the key holds for each line with its number, so no user is created twice, and those of the earlier request count as created.',
      ...eventsText(operation),
      permissionText(operation.permission, operation.organization),
    ].join('\n\n'),
    security: security(operation.permission),
    parameters: [{ $ref: '#/components/parameters/idempotencyKey' }],
    requestBody: {
      required: true,
      content: {
        [ndjsonType]: { schema: { type: 'string', description: 'One user per line.' }, example: users },
      },
    },
    responses: {
      ...streamOf(),
      ...failuresWith([401, 403, 422, 500, 503]),
      415: notLines,
    },
  };
}

const users = toLines(
  {
    email: 'ada@example.com',
    name: 'Ada Lovelace',
    // A published test vector of bcrypt.
    passwordHash: '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW',
  },
  { username: 'grace', name: 'Grace Hopper', customData: { department: 'compilers' } },
);

/** The response of the import, or of its dry run. */
const streamOf = (more = '', totals = {}) => ({
  200: {
    description: `A stream: a line for each refused user, with its line number; a progress line every 500 users; and a last line with \`done\`. Without that line, the import did not finish.${more}`,
    content: { [ndjsonType]: { schema: { type: 'string' }, example: responseExample(totals) } },
  },
});

const responseExample = (totals: object) =>
  toLines(
    {
      line: 7,
      failure: {
        code: 'TAKEN',
        message: 'This email is taken.',
        problems: [{ path: ['email'], code: 'TAKEN', message: 'This email is taken.' }],
      },
    },
    { read: 500, created: 499, failed: 1, ...totals },
    { read: 731, created: 730, failed: 1, ...totals, done: true },
  );

export const importDryRunResponse = streamOf(
  ` The totals have \`"dryRun":true\`. A dry run accepts at most ${dryRunLimit} users.`,
  { dryRun: true },
);

const notLines = {
  description: `The body is not ${ndjsonType}, or compressed.`,
  content: {
    'application/problem+json': {
      schema: { $ref: '#/components/schemas/Problem' },
      example: {
        type: 'about:blank',
        title: STATUS_CODES[415],
        status: 415,
        code: 'BAD_USER_INPUT',
        detail: `The content type must be ${ndjsonType}.`,
      },
    },
  },
};
