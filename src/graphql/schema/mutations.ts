import { z } from 'zod';
import type { Rows } from '../../kernel/split-output.ts';
import type { CallOptions } from '../../kernel/types.ts';
import type { EntityOutput, ExposedOperation, OutputShape } from '../../kernel/operation.ts';
import { capitalised } from '../../domain/text.ts';
import { ownResult, requireActor } from './access.ts';
import { builder } from './builder.ts';
import { dryRunArgument } from '../request/dry-runs.ts';
import type { Context } from '../request/context.ts';
import { belowInput } from '../request/errors.ts';
import { inputTypeOf } from './inputs.ts';
import { outputOptions } from './outputs.ts';
import { findRecord } from './records.ts';
import { Event } from '../types/event.ts';

/** What an operation answered, by the names of its output fields, and the events it emitted. */
export interface Payload {
  output: Record<string, unknown>;
  eventIds: readonly string[];
  rows: Rows;
}

/** Adds one mutation per operation. */
export function addMutations(operations: readonly ExposedOperation[]): void {
  builder.mutationType({ description: 'One mutation per operation: each changes one thing and emits its events.' });
  for (const operation of operations) addMutation(operation);
}

function addMutation(operation: ExposedOperation): void {
  const typeName = capitalised(operation.name);
  const input = inputTypeOf(operation.input as z.ZodObject, `${typeName}Input`, `What ${operation.name} needs.`);
  const payload = builder.objectRef<Payload>(`${typeName}Payload`).implement({
    description: `What ${operation.name} answers.`,
    fields: (t) => ({
      ...Object.fromEntries(Object.entries(operation.output).map(([name, out]) => [name, outputField(t, name, out)])),
      events: eventsField(t),
    }),
  });
  builder.mutationField(operation.name, (t) =>
    t.field({
      type: payload,
      // A refusal is answered in its own place: what other mutations of the same document answered stays.
      nullable: true,
      description: describe(operation),
      args: {
        input: t.arg({ type: input, required: true, description: 'What the change is.' }),
        ...callArguments(t, operation),
      },
      grantScopes: [ownResult],
      resolve: (_root, args, context) => run(operation, args, context),
    }),
  );
}

type FieldBuilder = Parameters<Parameters<typeof builder.mutationField>[1]>[0];

/** How a mutation is to be run, beside what it changes. */
export const callArguments = (t: FieldBuilder, { subject, route }: Pick<ExposedOperation, 'subject' | 'route'>) => ({
  ...(subject && {
    expectedVersion: t.arg.int({ description: 'The `version` you have seen; CONFLICT when it is another one by now.' }),
  }),
  ...(route.method === 'POST' && {
    idempotencyKey: t.arg.string({
      description:
        'Makes the call safe to repeat: within 24 hours the same key returns the first result and does nothing.',
    }),
  }),
  [dryRunArgument]: t.arg.boolean({
    required: true,
    defaultValue: false,
    description: 'Run the mutation, return its payload and its events, and roll it back.',
  }),
});

interface MutationArguments extends CallOptions {
  input: unknown;
}

async function run(operation: ExposedOperation, given: object, context: Context): Promise<Payload> {
  const { input, expectedVersion, idempotencyKey } = given as {
    [N in keyof MutationArguments]: MutationArguments[N] | null;
  };
  const origin = { channel: 'graphql', requestId: context.requestId } as const;
  const options = { expectedVersion: expectedVersion ?? undefined, idempotencyKey: idempotencyKey ?? undefined };
  try {
    return await context.execute<z.ZodType, OutputShape>(operation, requireActor(context), input, origin, options);
  } catch (error) {
    throw belowInput(error);
  }
}

export function describe({ summary, always, sometimes, permission, organization }: ExposedOperation): string {
  const lines = [summary];
  if (always.length) lines.push(`Emits ${always.join(', ')}, unless nothing changes.`);
  if (sometimes.length) lines.push(`May emit ${sometimes.join(', ')}.`);
  const where = organization ? ', everywhere or in the organization that it is about' : '';
  return [...lines, `Needs the permission ${permission}${where}.`].join('\n');
}

type PayloadFields = Parameters<
  NonNullable<Parameters<ReturnType<typeof builder.objectRef<Payload>>['implement']>[0]['fields']>
>[0];

function outputField(t: PayloadFields, name: string, output: EntityOutput | z.ZodType) {
  if (output instanceof z.ZodType) {
    const resolve = ({ output: answered }: Payload) => answered[name];
    return t.field({ ...outputOptions(output, name), resolve } as never);
  }
  return t.prismaField({
    type: output.entity,
    // Null when it was deleted again meanwhile.
    nullable: true,
    description: output.description,
    resolve: (query, { output: answered, rows }, _args, { prisma }) => {
      const id = answered[name];
      const row = rows.get(String(id));
      return row && isOfColumns(query.select, row)
        ? (row as never)
        : findRecord(prisma, output.entity, { ...query, where: { id } });
    },
  });
}

/** Whether no more is asked for than columns that the row has. */
const isOfColumns = (select: object | undefined, row: object): boolean =>
  Object.entries(select ?? { more: true }).every(([name, wanted]) => wanted === true && Object.hasOwn(row, name));

const eventsField = (t: PayloadFields) =>
  t.prismaField({
    type: [Event],
    description: emitted.description,
    resolve: (query, payload, _args, context) => emitted.find(query, payload, context),
  });

/** The field that shows what was emitted. */
export const emitted = {
  description: 'The events it emitted, in their order; none when nothing had to change.',
  // Asked for none as well: the plugin takes a query that is not used for a mistake.
  find: (query: object, { eventIds }: Pick<Payload, 'eventIds'>, { prisma }: Context) =>
    prisma.event.findMany({ ...query, where: { id: { in: [...eventIds] } }, orderBy: { sequence: 'asc' } }),
};
