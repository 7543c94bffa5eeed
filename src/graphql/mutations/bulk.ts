import type { GraphQLResolveInfo } from 'graphql';
import { requestIdsIn } from '../../domain/trace-context.ts';
import { z } from 'zod';
import { type BulkMode, bulkModes, type BulkOperation, maxItems } from '../../kernel/bulk-operation.ts';
import { logFaults } from '../../http/request-log.ts';
import type { BulkExecuted, BulkResult, Refusal } from '../../kernel/types.ts';
import type { EntityOutput } from '../../kernel/operation.ts';
import {
  type ErrorCode as Code,
  errorCodes,
  type ProblemCode as Kind,
  problemCodes,
  problemTexts,
} from '../../vocabulary/errors.ts';
import { capitalized } from '../../domain/text.ts';
import { ownResult, requireActor } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import type { Context } from '../context/context.ts';
import { textEnum } from '../schema/enums.ts';
import { belowInput } from '../errors/errors.ts';
import { inputTypeOf } from '../schema/inputs.ts';
import { callArguments, describe, emitted, keyOptions, replayed } from './mutations.ts';
import { outputOptions } from '../schema/outputs.ts';
import { payloadQuery } from './payload-query.ts';
import { findRecord } from '../schema/find-records.ts';
import { kindOfType, type NodeKind } from '../../vocabulary/kinds.ts';
import { Event } from '../types/events/event.ts';
import { bulkTexts } from '../../kernel/bulk-texts.ts';

textEnum<BulkMode>('BulkMode', 'Whether the items of a bulk mutation run in one transaction.', bulkModes);

const meanings = Object.entries(errorCodes).map(([code, { meaning }]) => [code, meaning]);
const ErrorCode = textEnum<Code>('ErrorCode', 'Error code.', Object.fromEntries(meanings) as Record<Code, string>);

const ProblemCode = textEnum<Kind>('ProblemCode', 'What is wrong with a field.', problemCodes);

const FailureProblem = builder.objectRef<Refusal['problems'][number]>('FailureProblem').implement({
  description: 'An invalid field of an item.',
  fields: (t) => ({
    path: t.field({
      type: ['JSON'],
      description: 'Path of the field in the item: names of fields (strings) and indexes of lists (numbers).',
      resolve: ({ path }) => [...path],
    }),
    code: t.expose('code', { type: ProblemCode, description: 'What is wrong with the field.' }),
    message: t.exposeString('message', { description: problemTexts.message }),
    minimum: t.exposeFloat('minimum', {
      nullable: true,
      description: 'Minimum of a value that is TOO_SHORT (characters, items) or TOO_SMALL; otherwise null.',
    }),
    maximum: t.exposeFloat('maximum', {
      nullable: true,
      description: 'Maximum of a value that is TOO_LONG (characters, items) or TOO_LARGE; otherwise null.',
    }),
  }),
});

const ItemFailure = builder.objectRef<Refusal>('ItemFailure').implement({
  description: 'Error of an item.',
  fields: (t) => ({
    code: t.expose('code', { type: ErrorCode, description: 'Error code.' }),
    message: t.exposeString('message', { description: 'Error message.' }),
    problems: t.field({
      type: [FailureProblem],
      description: problemTexts.problems,
      resolve: ({ problems }) => [...problems],
    }),
    reference: t.string({
      nullable: true,
      description: 'Reference under which an unexpected error is logged; null for other errors.',
      resolve: ({ reference }) => reference,
    }),
  }),
});

/** Adds one mutation per bulk operation. */
export function addBulkMutations(bulkOperations: readonly BulkOperation[]): void {
  for (const bulk of bulkOperations) addBulkMutation(bulk);
}

function addBulkMutation(bulk: BulkOperation): void {
  const { name, operation } = bulk;
  const input = inputTypeOf(bulk.input, `${capitalized(name)}Input`);
  const payload = payloadOf(bulk);
  builder.mutationField(name, (t) =>
    t.field({
      type: payload,
      nullable: true,
      description: `${describe({ ...operation, summary: bulk.summary })}\nRuns \`${operation.name}\` for each item.`,
      args: {
        input: t.arg({ type: input, required: true }),
        ...callArguments(t, { route: bulk.route, record: undefined }),
      },
      grantScopes: [ownResult],
      resolve: (_root, args, context, info) => run(bulk, args, context, info),
    }),
  );
}

function payloadOf({ name, operation }: BulkOperation) {
  const result = builder.objectRef<BulkResult>(`${capitalized(name)}Result`).implement({
    fields: (t) => ({
      index: t.exposeInt('index', { description: bulkTexts.index }),
      failure: t.field({
        type: ItemFailure,
        nullable: true,
        description: bulkTexts.failure,
        resolve: ({ failure }) => failure,
      }),
      ...Object.fromEntries(
        Object.entries(operation.output).map(([field, out]) => [field, resultField(t, field, out)]),
      ),
    }),
  });
  return builder.objectRef<BulkExecuted>(`${capitalized(name)}Payload`).implement({
    fields: (t) => ({
      results: t.field({
        type: [result],
        description: bulkTexts.results,
        complexity: { field: 1, multiplier: maxItems },
        resolve: ({ results }) => results,
      }),
      succeeded: t.int({
        description: bulkTexts.succeeded,
        resolve: ({ results }) => count(results, true),
      }),
      failed: t.int({
        description: bulkTexts.failed,
        resolve: ({ results }) => count(results, false),
      }),
      query: payloadQuery(t),
      isReplay: t.exposeBoolean('isReplay', replayed),
      events: t.prismaField({
        type: [Event],
        nullable: true,
        description: `${emitted.description} Null if they can no longer be read; the other fields are correct nevertheless.`,
        resolve: (query, executed, _args, context) => emitted.find(query, executed, context),
      }),
    }),
  });
}

type ResultFields = Parameters<
  NonNullable<Parameters<ReturnType<typeof builder.objectRef<BulkResult>>['implement']>[0]['fields']>
>[0];

/** As in the payload of the operation; null if the item failed. */
function resultField(t: ResultFields, name: string, output: EntityOutput | z.ZodType) {
  if (output instanceof z.ZodType) {
    const resolve = ({ output: values }: BulkResult) => values?.[name] ?? null;
    return t.field({ ...outputOptions(output, name), nullable: true, resolve } as never);
  }
  const { entity: type, ...described } = output;
  return t.prismaField({
    type,
    ...described,
    nullable: true,
    // Queried without an output, too: the plugin reports a query that is not used as an error.
    resolve: (query, { output: values }, _args, { prisma }) =>
      findRecord(prisma, kindOfType<NodeKind>(type), { ...query, where: { id: values?.[name] ?? '' } }),
  });
}

const count = (results: readonly BulkResult[], succeeded: boolean): number =>
  results.filter(({ failure }) => (failure === null) === succeeded).length;

async function run(
  bulk: BulkOperation,
  args: object,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<BulkExecuted> {
  const { input, idempotencyKey } = args as { input: unknown; idempotencyKey?: string | null };
  const origin = { channel: 'graphql', ...requestIdsIn(context) } as const;
  requireActor(context);
  try {
    const options = keyOptions(idempotencyKey, info);
    const executed = await context.executeBulk(bulk, context.currentActor, input, origin, options);
    logFaults(context.logger, 'graphql', executed.results, requestIdsIn(context));
    return executed;
  } catch (error) {
    throw belowInput(error);
  }
}
