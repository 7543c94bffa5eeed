import { readTimeout } from '../request/limits.ts';
import { builder, type SchemaTypes } from './builder.ts';

const Query = builder.queryType({
  description: 'Queries. Every field requires an access token for the Management API.',
});

const description = [
  'Queries after the mutation; in a dry run as if it were not rolled back, but with the permissions that the caller has now.',
  'After a dry run that changes members of organizations, callers who hold `users:read` or `applications:read` in single organizations only are refused with FORBIDDEN.',
  `In a dry run and in an atomic operation, a statement that takes more than ${readTimeout / 1000} seconds is refused with TOO_COMPLEX, and what follows it as well.`,
].join('\n');

/** The field `query` of a payload. What a mutation lets its caller read in its payload does not apply below it. */
export const payloadQuery = <Payload>(t: PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Payload>) =>
  t.field({
    type: Query,
    description,
    resolve: async (_payload, _args, context) => {
      await context.beginQuery(context);
      return {};
    },
  });
