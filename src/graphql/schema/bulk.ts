import { z } from 'zod';
import { type BulkMode, bulkModes, type BulkOperation, maxItems } from '../../kernel/bulk-operation.ts';
import { logFaults } from '../../kernel/execute-bulk.ts';
import type { BulkExecuted, BulkResult, Refusal } from '../../kernel/types.ts';
import type { EntityOutput } from '../../kernel/operation.ts';
import { type ErrorCode as Code, errorCodes } from '../../vocabulary/errors.ts';
import { capitalised } from '../../domain/text.ts';
import { ownResult, requireActor } from './access.ts';
import { builder } from './builder.ts';
import type { Context } from '../request/context.ts';
import { textEnum } from './enums.ts';
import { belowInput } from '../request/errors.ts';
import { inputTypeOf } from './inputs.ts';
import { callArguments, describe, emitted } from './mutations.ts';
import { outputOptions } from './outputs.ts';
import { findRecord } from './records.ts';
import { Event } from '../types/event.ts';

textEnum<BulkMode>('BulkMode', 'How the items of one call belong together.', bulkModes);

const meanings = Object.entries(errorCodes).map(([code, { meaning }]) => [code, meaning]);
const ErrorCode = textEnum<Code>(
  'ErrorCode',
  'Why something is refused.',
  Object.fromEntries(meanings) as Record<Code, string>,
);

const FailureProblem = builder.objectRef<Refusal['problems'][number]>('FailureProblem').implement({
  description: 'One bad field of an item.',
  fields: (t) => ({
    path: t.stringList({
      description: 'Where it is in the item: names of fields, and places in lists.',
      resolve: ({ path }) => path.map(String),
    }),
    message: t.exposeString('message', { description: 'What is wrong with it.' }),
  }),
});

const ItemFailure = builder.objectRef<Refusal>('ItemFailure').implement({
  description: 'Why an item was refused, or that it failed.',
  fields: (t) => ({
    code: t.expose('code', { type: ErrorCode, description: 'What kind of refusal it is.' }),
    message: t.exposeString('message', { description: 'The refusal in words.' }),
    problems: t.field({
      type: [FailureProblem],
      description: 'The bad fields.',
      resolve: ({ problems }) => [...problems],
    }),
    reference: t.string({
      nullable: true,
      description: 'Under which the log tells more of what nobody foresaw; null for a refusal.',
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
  const input = inputTypeOf(bulk.input, `${capitalised(name)}Input`, `What ${name} needs.`);
  const payload = payloadOf(bulk);
  builder.mutationField(name, (t) =>
    t.field({
      type: payload,
      nullable: true,
      description: `${describe({ ...operation, summary: bulk.summary })}\nFor each item, it does what ${operation.name} does.`,
      args: {
        input: t.arg({ type: input, required: true, description: 'What the changes are.' }),
        ...callArguments(t, { route: bulk.route, subject: undefined }),
      },
      grantScopes: [ownResult],
      resolve: (_root, args, context) => run(bulk, args, context),
    }),
  );
}

function payloadOf({ name, operation }: BulkOperation) {
  const result = builder.objectRef<BulkResult>(`${capitalised(name)}Result`).implement({
    description: 'What became of one item.',
    fields: (t) => ({
      index: t.exposeInt('index', { description: 'Its place among the items, from 0.' }),
      failure: t.field({
        type: ItemFailure,
        nullable: true,
        description: 'Why it was refused, or that it failed; null when it was done.',
        resolve: ({ failure }) => failure,
      }),
      ...Object.fromEntries(
        Object.entries(operation.output).map(([field, out]) => [field, resultField(t, field, out)]),
      ),
    }),
  });
  return builder.objectRef<BulkExecuted>(`${capitalised(name)}Payload`).implement({
    description: `What ${name} answers.`,
    fields: (t) => ({
      results: t.field({
        type: [result],
        description: 'What became of each item, in their order.',
        complexity: { field: 1, multiplier: maxItems },
        resolve: ({ results }) => results,
      }),
      succeeded: t.int({ description: 'How many items were done.', resolve: ({ results }) => count(results, true) }),
      failed: t.int({
        description: 'How many items were refused, or failed.',
        resolve: ({ results }) => count(results, false),
      }),
      events: t.prismaField({
        type: [Event],
        nullable: true,
        description: `${emitted.description} Null when they cannot be read any more: then it is told all the same what was done.`,
        resolve: (query, executed, _args, context) => emitted.find(query, executed, context),
      }),
    }),
  });
}

type ResultFields = Parameters<
  NonNullable<Parameters<ReturnType<typeof builder.objectRef<BulkResult>>['implement']>[0]['fields']>
>[0];

/** As in the payload of the operation; null when the item was refused. */
function resultField(t: ResultFields, name: string, output: EntityOutput | z.ZodType) {
  if (output instanceof z.ZodType) {
    const resolve = ({ output: answered }: BulkResult) => answered?.[name] ?? null;
    return t.field({ ...outputOptions(output, name), nullable: true, resolve } as never);
  }
  return t.prismaField({
    type: output.entity,
    nullable: true,
    description: output.description,
    // Looked up also when there is none: the plugin takes a query that is not used for a mistake.
    resolve: (query, { output: answered }, _args, { prisma }) =>
      findRecord(prisma, output.entity, { ...query, where: { id: answered?.[name] ?? '' } }),
  });
}

const count = (results: readonly BulkResult[], done: boolean): number =>
  results.filter(({ failure }) => (failure === null) === done).length;

async function run(bulk: BulkOperation, given: object, context: Context): Promise<BulkExecuted> {
  const { input, idempotencyKey } = given as { input: unknown; idempotencyKey?: string | null };
  const origin = { channel: 'graphql', requestId: context.requestId } as const;
  try {
    const executed = await context.executeBulk(bulk, requireActor(context), input, origin, {
      idempotencyKey: idempotencyKey ?? undefined,
    });
    logFaults(executed, context.requestId, context.logger);
    return executed;
  } catch (error) {
    throw belowInput(error);
  }
}
