import { GraphQLDateTime, GraphQLJSON, GraphQLJSONObject } from 'graphql-scalars';
import { builder } from './builder.ts';

/**
 * What a scalar of the library makes of an input. Its errors are told on as what they say: they do not know where in the document the value
 * stands, and an error of GraphQL's own kind would not be asked.
 */
function judgedBy<Value>(parse: (value: unknown) => Value): (value: unknown) => Value {
  return (value) => {
    try {
      return parse(value);
    } catch (error) {
      throw new TypeError(error instanceof Error ? error.message : String(error), { cause: error });
    }
  };
}

builder.scalarType('DateTime', {
  description: 'An instant, RFC 3339, for instance 2026-11-20T10:15:30Z. Answers are in UTC.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
  // Inside, a time in an input is the text that the operations' own schemas read.
  parseValue: judgedBy((value) => GraphQLDateTime.parseValue(value).toISOString()),
  serialize: (time) => (time instanceof Date ? time.toISOString() : time),
});

builder.scalarType('JSON', {
  description: 'Any JSON value.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259#section-3',
  parseValue: judgedBy((value) => GraphQLJSON.parseValue(value)),
  serialize: (value) => GraphQLJSON.serialize(value),
});

builder.scalarType('JSONObject', {
  description: 'A JSON object with any members.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259#section-4',
  parseValue: judgedBy((value) => GraphQLJSONObject.parseValue(value) as Record<string, unknown>),
  serialize: (value) => GraphQLJSONObject.serialize(value),
});

// Texts whose form the operation judges that is given them: with all other fields, and in the same words as in REST.
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new TypeError('This is not a text.');
}

builder.scalarType('EmailAddress', {
  description: 'An email address. Answers are in lower case; what is sent need not be.',
  specifiedByURL: 'https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address',
  parseValue: textOf,
  serialize: (address) => address,
});

builder.scalarType('URL', {
  description: 'An absolute address of any scheme, exactly as it was written.',
  specifiedByURL: 'https://url.spec.whatwg.org/',
  parseValue: textOf,
  serialize: (address) => address,
});
