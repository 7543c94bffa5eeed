import { GraphQLDateTime, GraphQLJSON, GraphQLJSONObject } from 'graphql-scalars';
import { isKnownTime, unknownTime } from '../../domain/times.ts';
import { builder } from './builder.ts';

/**
 * Parses with a scalar of graphql-scalars. Throws its errors as plain ones: a GraphQLError would be reported as it is,
 * without the position of the value in the document.
 */
function parsedBy<Value>(parse: (value: unknown) => Value): (value: unknown) => Value {
  return (value) => {
    try {
      return parse(value);
    } catch (error) {
      throw new TypeError(error instanceof Error ? error.message : String(error), { cause: error });
    }
  };
}

builder.scalarType('DateTime', {
  description: 'Date and time (RFC 3339), for example `2026-11-20T10:15:30Z`. Responses are in UTC.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
  // The schemas of operations parse the string.
  parseValue: parsedBy((value) => {
    const time = GraphQLDateTime.parseValue(value);
    if (!isKnownTime(time)) throw new TypeError(unknownTime);
    return time.toISOString();
  }),
  serialize: (time) => (time instanceof Date ? time.toISOString() : time),
});

builder.scalarType('JSON', {
  description: 'Any JSON value.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259#section-3',
  parseValue: parsedBy((value) => GraphQLJSON.parseValue(value)),
  serialize: (value) => GraphQLJSON.serialize(value),
});

builder.scalarType('JSONObject', {
  description: 'A JSON object with any members.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259#section-4',
  parseValue: parsedBy((value) => GraphQLJSONObject.parseValue(value) as Record<string, unknown>),
  serialize: (value) => GraphQLJSONObject.serialize(value),
});

// The schema of the operation validates the format, together with all other fields and with the same messages as in
// REST.
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new TypeError('Must be a string.');
}

builder.scalarType('EmailAddress', {
  description: 'Email address. Responses are in lower case; inputs can be in any case.',
  specifiedByURL: 'https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address',
  parseValue: textOf,
  serialize: (address) => address,
});

builder.scalarType('URL', {
  description: 'Absolute URL of any scheme, stored exactly as given.',
  specifiedByURL: 'https://url.spec.whatwg.org/',
  parseValue: textOf,
  serialize: (address) => address,
});
