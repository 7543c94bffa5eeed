import { GraphQLDateTime, GraphQLJSONObject } from 'graphql-scalars';
import { builder } from './builder.ts';

// The library's scalars decide what is acceptable. Inside, a time in an input is the text that the operations' own schemas read.
const iso = (time: unknown): string => GraphQLDateTime.parseValue(time).toISOString();

builder.scalarType('DateTime', {
  description: 'An instant, RFC 3339, for instance 2026-11-20T10:15:30Z. Answers are in UTC.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
  parseValue: iso,
  serialize: (time) => (time instanceof Date ? time.toISOString() : time),
});

builder.scalarType('JSONObject', {
  description: 'A JSON object with any members.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259#section-4',
  parseValue: (value) => GraphQLJSONObject.parseValue(value) as Record<string, unknown>,
  serialize: (value) => GraphQLJSONObject.serialize(value),
});
