import { builder, type SchemaTypes } from '../schema/builder.ts';

const Query = builder.queryType({
  description: 'Queries. Every field requires an access token for the Management API.',
});

/** Limits and refusals of dry runs and atomic operations: docs/management-api.md. */
const description = 'Queries after the mutation, with the permissions that the caller has now.';

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
