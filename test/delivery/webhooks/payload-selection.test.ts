import { type GraphQLField, getNamedType, isInterfaceType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { notInPayloads } from '../../../src/delivery/webhooks/payload/own-fields.ts';
import { createPayloadSelection } from '../../../src/delivery/webhooks/payload/selection.ts';
import { constantName } from '../../../src/graphql/schema/enums.ts';
import { schema } from '../../../src/graphql/schema.ts';
import type { PositionedEvent } from '../../../src/store/logged-event.ts';
import { sampleOf } from '../../../src/vocabulary/catalog/event-samples.ts';
import { type EventType, events, eventTypes } from '../../../src/vocabulary/events.ts';
import { type Api, everything, startApi } from '../../graphql/api.ts';

const selections = createPayloadSelection(schema);
/** Problems that are reported of one selection. */
const problemLimit = 10;

function eventOf(type: EventType, data: object = sampleOf(type).data): PositionedEvent {
  const { subjectId, organizationId } = sampleOf(type);
  return {
    position: 7,
    id: 'evt_01jd3xk2m4e7wvq5z8s9t6r1ap',
    type,
    occurredAt: new Date('2026-11-20T10:15:30.000Z'),
    subjectKind: events[type].subject,
    subjectId,
    organizationId,
    subjectLabel: 'Ada Lovelace',
    actor: { kind: 'platform', id: null, label: null },
    cause: { operation: 'createUser', requestId: 'req_1', traceId: null, channel: 'sign-in', applicationIds: [] },
    data: data as Record<string, unknown>,
  };
}
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const shaped = (selection: string, event: PositionedEvent = eventOf('User.Created')): unknown => {
  expect(selections.problems(selection)).toEqual([]);
  return plain(selections.shape(selection, event));
};

function fieldsOf(name: string): Record<string, GraphQLField<unknown, unknown>> {
  const type = schema.getType(name);
  return isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
}

const ownFieldsOf = (name: string) =>
  Object.values(fieldsOf(name)).filter(({ extensions }) => extensions[notInPayloads] !== true);

/** Every field of a type as a selection; of an interface, its own fields only. */
function all(name: string): string {
  const fields = ownFieldsOf(name).map((field) => `${field.name}${all(getNamedType(field.type).name)}`);
  return fields.length ? ` { ${fields.join(' ')} }` : '';
}

describe('the result of a selection', () => {
  test('contains the selected fields under their aliases', () => {
    const selection =
      '{ id kind: typeName ... on UserCreatedEvent { user { id mail: email } } ...Where } fragment Where on Event { subject { kind } }';
    const { subjectId } = sampleOf('User.Created');
    expect(shaped(selection)).toEqual({
      id: 'evt_01jd3xk2m4e7wvq5z8s9t6r1ap',
      kind: 'User.Created',
      user: { id: subjectId, mail: 'ada@example.com' },
      subject: { kind: 'USER' },
    });
    expect(Object.keys(shaped(selection) as object)).toEqual(['id', 'kind', 'user', 'subject']);
  });

  test('contains the fields that all events have, as in subscriptions', () => {
    expect(shaped(all('Event'))).toEqual({
      id: 'evt_01jd3xk2m4e7wvq5z8s9t6r1ap',
      type: 'USER_CREATED',
      typeName: 'User.Created',
      timestamp: '2026-11-20T10:15:30.000Z',
      data: sampleOf('User.Created').data,
      actor: { kind: 'PLATFORM', id: null, label: null },
      cause: { operation: 'createUser', requestId: 'req_1', traceId: null, channel: 'SIGN_IN', applicationIds: [] },
      subject: { kind: 'USER', id: sampleOf('User.Created').subjectId, label: 'Ada Lovelace' },
      organizationId: null,
    });
  });

  test('leaves out fields of other event types and skipped fields', () => {
    expect(shaped('{ ... on RoleCreatedEvent { role { id } } }')).toEqual({});
    expect(shaped('{ id @skip(if: true) typeName @include(if: true) ... @include(if: false) { data } }')).toEqual({
      typeName: 'User.Created',
    });
    expect(shaped('{ __typename ... on UserCreatedEvent { user { __typename } } }')).toEqual({
      __typename: 'UserCreatedEvent',
      user: { __typename: 'UserSnapshot' },
    });
  });

  const emptyProfile = Object.fromEntries(Object.keys(fieldsOf('UserProfile')).map((name) => [name, null]));

  const enumFields =
    'status disabledReason flow redelivery driver security kind required operation state preset protocol addressTrust linking authentication endpoint credential subjectAudience scopeRule organizationRule requiredAcr'.split(
      ' ',
    );
  test.each(eventTypes)(
    'can contain all data of %s; enum values as in GraphQL, and missing parts of a profile are null',
    (type) => {
      const own = `${type.replaceAll('.', '')}Event`;
      const fields = Object.entries(fieldsOf(own)).filter(([name]) => name in events[type].data.shape);
      const selection = fields.map(([name, field]) => `${name}${all(getNamedType(field.type).name)}`).join(' ');
      const { data } = sampleOf(type);
      const inGraphql = JSON.parse(JSON.stringify(data), (key, value: unknown) => {
        if (key === 'profile' && typeof value === 'object') return { ...emptyProfile, ...value };
        if (['eventTypes', 'subjectKinds', 'first', 'ways', 'verifies', 'requires', 'allows'].includes(key))
          // Names of scopes are no enumeration.
          return (value as string[]).map((one) => (one.includes(':') ? one : constantName(one)));
        const isEnum = enumFields.includes(key) && typeof value === 'string';
        return isEnum ? constantName(value) : value;
      }) as unknown;
      // Previous values are JSON.
      const previous = 'previous' in data && { previous: data.previous };
      expect(shaped(`{ ... on ${own} { ${selection} } }`, eventOf(type))).toEqual({
        ...(inGraphql as object),
        ...previous,
      });
    },
  );

  test('is null where an older version did not write a field', () => {
    const event = eventOf('User.Created', { user: { id: 'user_1' } });
    expect(shaped('{ id ... on UserCreatedEvent { roleIds user { id createdAt } } }', event)).toEqual({
      id: event.id,
      roleIds: null,
      user: { id: 'user_1', createdAt: null },
    });
  });

  test('is the same every time, and leaves the event unchanged', () => {
    const event = eventOf('User.Created');
    const selection = '{ data ... on UserCreatedEvent { user { customData } } }';
    const first = shaped(selection, event);
    expect(shaped(selection, event)).toEqual(first);
    expect(event).toEqual(eventOf('User.Created'));
  });
});

describe('a selection cannot reach', () => {
  /** Types that are part of an event. */
  const reached = new Set<string>();
  const reach = (name: string): void => {
    const type = schema.getType(name);
    if (!type || reached.has(name)) return;
    reached.add(name);
    if (isInterfaceType(type)) for (const { name: below } of schema.getPossibleTypes(type)) reach(below);
    for (const field of ownFieldsOf(name)) reach(getNamedType(field.type).name);
  };
  reach('Event');
  const others = Object.values(schema.getTypeMap())
    .filter((type) => (isObjectType(type) || isInterfaceType(type)) && !type.name.startsWith('__'))
    .filter(({ name }) => !reached.has(name));

  test('any other type of the Management API', () => {
    expect(others.length).toBeGreaterThan(100);
    for (const { name } of others)
      expect(selections.problems(`{ ... on ${name} { __typename } }`)).toEqual([
        `Unknown type "${name}". (line 1, column 10)`,
      ]);
  });

  test('records: the fields of an event take no arguments and return what was stored', () => {
    const objects = [...reached].map((name) => schema.getType(name)).filter((type) => isObjectType(type));
    const withArguments = objects.flatMap(({ name }) => ownFieldsOf(name).filter(({ args }) => args.length));
    expect(withArguments).toEqual([]);
    expect(
      objects
        .flatMap((type) => type.getInterfaces().map(({ name }) => name))
        .filter((name) => !['Event', 'Node'].includes(name)),
    ).toEqual([]);
  });

  test.each([
    ['{ __schema { types { name } } }', 'Cannot query field "__schema" on type "Event". (line 1, column 3)'],
    ['{ __type(name: "User") { name } }', 'Cannot query field "__type" on type "Event". (line 1, column 3)'],
    ['{ users { totalCount } }', 'Cannot query field "users" on type "Event". (line 1, column 3)'],
    ['{ actor { user { email } } }', 'Cannot query field "user" on type "EventActor". (line 1, column 11)'],
    ['{ cursor }', 'Cannot query field "cursor" on type "Event". (line 1, column 3)'],
    ['{ ... on Node { id } }', 'Unknown type "Node". (line 1, column 10)'],
    ['{ event { id } }', 'Cannot query field "event" on type "Event". (line 1, column 3)'],
    ['fragment F on Query { users { totalCount } } { ...F }', 'Unknown type "Query". (line 1, column 15)'],
  ])('anything by a query: %s', (text, problem) => expect(selections.problems(text)).toContain(problem));
});

describe('an invalid selection', () => {
  test.each([
    ['', 'Syntax Error: Unexpected <EOF>. (line 1, column 1)'],
    ['{ id', 'Syntax Error: Expected Name, found <EOF>. (line 1, column 5)'],
    ['id', 'Syntax Error: Unexpected Name "id". (line 1, column 1)'],
    ['{\n  id\n  nmae\n}', 'Cannot query field "nmae" on type "Event". (line 3, column 3)'],
    ['{ user { id } }', 'Cannot query field "user" on type "Event". (line 1, column 3)'],
    [
      '{ ... on UserCreatedEvent { user { passwordHash } } }',
      'Cannot query field "passwordHash" on type "UserSnapshot". (line 1, column 36)',
    ],
    ['{ id { x } }', 'Field "id" must not have a selection since type "ID!" has no subfields. (line 1, column 6)'],
    ['{ id(a: 1) }', 'Unknown argument "a" on field "Event.id". (line 1, column 6)'],
    ['{ ...F }', 'Unknown fragment "F". (line 1, column 6)'],
    ['{ ...F } fragment F on Event { ...F }', 'Cannot spread fragment "F" within itself. (line 1, column 32)'],
    ['{ id } fragment F on Event { id }', 'Fragment "F" is never used. (line 1, column 8)'],
    ['mutation { id }', 'A selection cannot be a mutation. (line 1, column 1)'],
    ['subscription { id }', 'A selection cannot be a subscription. (line 1, column 1)'],
    ['query ($a: Boolean!) { id @skip(if: $a) }', 'A selection cannot have variables. (line 1, column 8)'],
    ['{ id @skip(if: $a) }', 'Variable "$a" is not defined. (line 1, column 16)'],
    ['query @skip(if: true) { id }', 'Directives are only allowed on fields and fragments. (line 1, column 7)'],
    [
      'query @experimental_disableErrorPropagation { id }',
      'Directives are only allowed on fields and fragments. (line 1, column 7)',
    ],
    ['{ id @defer }', 'Unknown directive "@defer". (line 1, column 6)'],
    [
      '{ id @experimental_disableErrorPropagation }',
      'Directive "@experimental_disableErrorPropagation" may not be used on FIELD. (line 1, column 6)',
    ],
    ['{ id } { id }', 'Must be exactly one selection. (line 1, column 8)'],
    ['fragment F on Event { id }', 'Must be exactly one selection.'],
    ['type A { b: Int } { id }', 'The "A" definition is not executable. (line 1, column 1)'],
    ['{ a: id, b: id }', '"id" is selected under two names. (line 1, column 10)'],
    [`{ id # \0\n }`, 'Contains a character that cannot be stored.'],
    [`{ id${' '.repeat(8192)}}`, 'Must have at most 8192 characters.'],
  ])('is refused with the position of the mistake: %j', (text, problem) =>
    expect(selections.problems(text)).toContain(problem),
  );

  test(`${problemLimit} mistakes at most are reported at once`, () => {
    expect(selections.problems('{ a b }')).toHaveLength(2);
    const many = Array.from({ length: 50 }, (_, index) => `x${index}`).join(' ');
    expect(selections.problems(`{ ${many} }`)).toHaveLength(problemLimit);
  });
});

describe('a selection is limited', () => {
  test('the number of lexical tokens is limited, and therefore the depth', () => {
    expect(selections.problems(`{ ${'id '.repeat(1000)} }`)).toEqual([
      expect.stringContaining('more than 1000 tokens'),
    ]);
    expect(selections.problems(`${'{ ... '.repeat(400)}{ id }${' }'.repeat(400)}`)).toEqual([
      expect.stringContaining('more than 1000 tokens'),
    ]);
  });

  test.each([
    ['by aliases', '{ a: data b: data }'],
    ['by aliases of a part', '{ ... on UserCreatedEvent { user { a: customData } user { b: customData } } }'],
    ['in a fragment', '{ a: data ...F } fragment F on Event { b: data }'],
    ['in an inline fragment', '{ a: data ... { b: data } ... on Event { c: data } }'],
    ['in the same type of event twice', '{ ... on UserCreatedEvent { a: data } ... on UserCreatedEvent { b: data } }'],
    ['of the name of the type', '{ a: __typename b: __typename }'],
  ])('the size of the result is limited, because fields are not repeated: %s', (_, text) => {
    expect(selections.problems(text)).toContainEqual(expect.stringContaining('is selected under two names'));
  });

  test('different event types may reuse a name', () => {
    const text = '{ ... on UserCreatedEvent { made: user { id } } ... on UserDeletedEvent { gone: user { id } } }';
    expect(shaped(text, eventOf('User.Deleted'))).toEqual({ gone: { id: sampleOf('User.Deleted').subjectId } });
  });

  test('the time of the validation is limited, because nested fragments are visited once', () => {
    const chain = Array.from(
      { length: 80 },
      (_, i) => `fragment F${i} on Event { ${i < 79 ? `...F${i + 1} ...F${i + 1}` : 'id'} }`,
    );
    expect(shaped(`{ ...F0 } ${chain.join(' ')}`)).toEqual({ id: eventOf('User.Created').id });
  });
});

describe('the Management API', () => {
  let api: Api;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api[Symbol.asyncDispose]());

  const create = `mutation ($selection: String) {
    createWebhook(input: { name: "Index", url: "https://index.example/", selection: $selection }) { webhook { selection } }
  }`;

  test('returns the selection of a webhook, and refuses an invalid one with BAD_USER_INPUT and its path', async () => {
    const selection = '{ id typeName }';
    const { createWebhook } = await api.ask(create, { selection }, everything);
    expect(createWebhook.webhook).toEqual({ selection });
    const { errors } = await api.call(create, { selection: '{ nmae }' }, everything);
    expect(errors).toMatchObject([
      {
        extensions: {
          code: 'BAD_USER_INPUT',
          problems: [
            {
              path: ['input', 'selection'],
              message: 'Cannot query field "nmae" on type "Event". (line 1, column 3)',
            },
          ],
        },
      },
    ]);
  });
});
