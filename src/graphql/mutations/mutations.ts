import type { GraphQLResolveInfo } from 'graphql';
import { requestIdsIn } from '../../domain/trace-context.ts';
import { z } from 'zod';
import type { Rows } from '../../kernel/split-output.ts';
import { describeRecentSignIn } from '../../kernel/recent-sign-in.ts';
import type { CallOptions } from '../../kernel/types.ts';
import { type EntityOutput, isOfAccount, type OutputShape, type PublicOperation } from '../../kernel/operation.ts';
import { capitalized } from '../../domain/text.ts';
import { ownResult, requireActor } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import { dryRunArgument } from './mutation-fields.ts';
import type { Context } from '../context/context.ts';
import { belowInput } from '../errors/errors.ts';
import { sentInput } from './sent-input.ts';
import { inputTypeOf } from '../schema/inputs.ts';
import { outputOptions } from '../schema/outputs.ts';
import { payloadQuery } from './payload-query.ts';
import { findRecord, rowFor } from '../schema/find-records.ts';
import { kindOfType, type NodeKind } from '../../vocabulary/kinds.ts';
import { accountAfterwards } from '../types/account/account.ts';
import { Event } from '../types/events/event.ts';

/** The output of an operation by field, and the events it emitted. */
export interface Payload {
  output: Record<string, unknown>;
  eventIds: readonly string[];
  rows: Rows;
  isReplay: boolean;
}

/** Adds one mutation per operation. */
export function addMutations(operations: readonly PublicOperation[]): void {
  builder.mutationType({ description: 'Mutations. Each emits events for what it changes.' });
  for (const operation of operations) addMutation(operation);
}

function addMutation(operation: PublicOperation): void {
  const typeName = capitalized(operation.name);
  const { shape } = operation.input as z.ZodObject;
  // GraphQL has no input type without fields.
  const input = Object.keys(shape).length > 0 && inputTypeOf(operation.input as z.ZodObject, `${typeName}Input`);
  const payload = builder.objectRef<Payload>(`${typeName}Payload`).implement({
    fields: (t) => ({
      ...Object.fromEntries(Object.entries(operation.output).map(([name, out]) => [name, outputField(t, name, out)])),
      ...(isOfAccount(operation)
        ? { account: t.field(accountAfterwards) }
        : { events: eventsField(t), query: payloadQuery(t) }),
      ...(operation.route.method === 'POST' && { isReplay: t.exposeBoolean('isReplay', replayed) }),
    }),
  });
  builder.mutationField(operation.name, (t) =>
    t.field({
      type: payload,
      // An error makes this field null, not the payloads of other mutations of the document.
      nullable: true,
      description: describe(operation),
      args: {
        ...(input && { input: t.arg({ type: input, required: true }) }),
        ...callArguments(t, operation),
      },
      grantScopes: [ownResult],
      resolve: (_root, args, context, info) => run(operation, args, context, info),
    }),
  );
}

type FieldBuilder = Parameters<Parameters<typeof builder.mutationField>[1]>[0];

/** Arguments of a mutation besides its input. */
export const callArguments = (t: FieldBuilder, { record, route }: Pick<PublicOperation, 'record' | 'route'>) => ({
  ...(record && {
    expectedVersion: t.arg.int({
      description: 'Fails with VERSION_MISMATCH unless the record has this `version`.',
    }),
  }),
  ...(route.method === 'POST' && {
    idempotencyKey: t.arg.string({
      description: 'For 24 hours, a call with the same key returns the result of the first one.',
    }),
  }),
  [dryRunArgument]: t.arg.boolean({
    required: true,
    defaultValue: false,
    description: 'Rolls the change back, and returns its payload and events.',
  }),
});

interface MutationArguments extends Pick<CallOptions, 'expectedVersion' | 'idempotencyKey'> {
  input?: unknown;
}

/** The idempotency key of a call, and what a repeated call is compared by. */
export const keyOptions = (idempotencyKey: string | null | undefined, info: GraphQLResolveInfo) =>
  idempotencyKey == null ? {} : { idempotencyKey, sentInput: sentInput(info) };

async function run(
  operation: PublicOperation,
  args: object,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<Payload> {
  const {
    input = {},
    expectedVersion,
    idempotencyKey,
  } = args as {
    [N in keyof MutationArguments]: MutationArguments[N] | null;
  };
  const origin = { channel: 'graphql', ...requestIdsIn(context) } as const;
  const options = { expectedVersion: expectedVersion ?? undefined, ...keyOptions(idempotencyKey, info) };
  requireActor(context);
  try {
    return await context.execute<z.ZodType, OutputShape>(operation, context.currentActor, input, origin, options);
  } catch (error) {
    throw belowInput(error);
  }
}

export function describe(operation: PublicOperation): string {
  const { summary, always, sometimes } = operation;
  const lines = [summary];
  if (always.length) lines.push(`Emits ${always.join(', ')} unless nothing changes.`);
  if (sometimes.length) lines.push(`May emit ${sometimes.join(', ')}.`);
  const signIn = describeRecentSignIn(operation);
  return [...lines, `Requires ${requirementOf(operation)}.`, ...(signIn ? [signIn] : [])].join('\n');
}

function requirementOf({ permission, organization }: PublicOperation): string {
  if (permission === 'self') return 'a user with any permission';
  if (typeof permission === 'object') return `an access token for the Account API with the scope ${permission.account}`;
  return `the permission ${permission}${organization ? ', everywhere or in the organization' : ''}`;
}

type PayloadFields = Parameters<
  NonNullable<Parameters<ReturnType<typeof builder.objectRef<Payload>>['implement']>[0]['fields']>
>[0];

function outputField(t: PayloadFields, name: string, output: EntityOutput | z.ZodType) {
  if (output instanceof z.ZodType) {
    const resolve = ({ output: values }: Payload) => values[name];
    return t.field({ ...outputOptions(output, name), resolve } as never);
  }
  const { entity: type, ...described } = output;
  return t.prismaField({
    type,
    ...described,
    // Null if it has been deleted since and more than columns is selected.
    nullable: true,
    // Columns are as the change left them, whatever has changed them since.
    resolve: (query, { output: values, rows }, _args, { prisma }) => {
      const row = rowFor(query, rows.get(String(values[name])));
      if (row) return row as never;
      return findRecord(prisma, kindOfType<NodeKind>(type), { ...query, where: { id: values[name] } });
    },
  });
}

const eventsField = (t: PayloadFields) =>
  t.prismaField({
    type: [Event],
    description: emitted.description,
    resolve: (query, payload, _args, context) => emitted.find(query, payload, context),
  });

/** The field `isReplay` of the payloads of calls with an idempotency key. */
export const replayed = {
  description: 'Whether it is the result of an earlier call with the same `idempotencyKey`.',
};

/** The field `events` of a payload. */
export const emitted = {
  description: 'Emitted events, in order.',
  // Queried without ids, too: the plugin reports a query that is not used as an error.
  find: (query: object, { eventIds }: Pick<Payload, 'eventIds'>, { prisma }: Context) =>
    prisma.event.findMany({ ...query, where: { id: { in: [...eventIds] } }, orderBy: { sequence: 'asc' } }),
};
