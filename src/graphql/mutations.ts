import { z } from 'zod';
import type { EntityOutput, Operation, OutputShape } from '../kernel/operation.ts';
import { ownResult, requireActor } from './access.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import { belowInput } from './errors.ts';
import { inputTypeOf } from './inputs.ts';
import { outputOptions } from './outputs.ts';
import { findRecord } from './records.ts';

type Payload = Record<string, unknown>;

/** Adds one mutation per operation. Operations that only the platform runs have none. */
export function addMutations(operations: readonly Operation[]): void {
  const exposed = operations.filter(({ permission }) => permission !== 'platform');
  builder.mutationType({ description: 'One mutation per operation: each changes one thing and emits its events.' });
  for (const operation of exposed) addMutation(operation);
}

function addMutation(operation: Operation): void {
  const typeName = capitalised(operation.name);
  const input = inputTypeOf(operation.input as z.ZodObject, `${typeName}Input`, `What ${operation.name} needs.`);
  const payload = builder.objectRef<Payload>(`${typeName}Payload`).implement({
    description: `What ${operation.name} answers.`,
    fields: (t) =>
      Object.fromEntries(Object.entries(operation.output).map(([name, out]) => [name, outputField(t, name, out)])),
  });
  builder.mutationField(operation.name, (t) =>
    t.field({
      type: payload,
      // A refusal is answered in its own place: what other mutations of the same document answered stays.
      nullable: true,
      description: describe(operation),
      args: { input: t.arg({ type: input, required: true, description: 'What the change is.' }) },
      grantScopes: [ownResult],
      resolve: (_root, args, context) => run(operation, args.input, context),
    }),
  );
}

async function run(operation: Operation, input: unknown, context: Context): Promise<Payload> {
  const origin = { door: 'graphql', requestId: context.requestId } as const;
  try {
    return await context.execute<z.ZodType, OutputShape>(operation, requireActor(context), input, origin);
  } catch (error) {
    throw belowInput(error);
  }
}

const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

function describe({ summary, always, sometimes, permission }: Operation): string {
  const lines = [summary];
  if (always.length) lines.push(`Emits ${always.join(', ')}, unless nothing changes.`);
  if (sometimes.length) lines.push(`May emit ${sometimes.join(', ')}.`);
  return [...lines, `Needs the permission ${permission}.`].join('\n');
}

type PayloadFields = Parameters<
  NonNullable<Parameters<ReturnType<typeof builder.objectRef<Payload>>['implement']>[0]['fields']>
>[0];

function outputField(t: PayloadFields, name: string, output: EntityOutput | z.ZodType) {
  if (output instanceof z.ZodType) {
    const resolve = (payload: Payload) => payload[name];
    return t.field({ ...outputOptions(output, name), resolve } as never);
  }
  return t.prismaField({
    type: output.entity,
    // Null when it was deleted again meanwhile.
    nullable: true,
    description: output.description,
    resolve: (query, payload, _args, { prisma }) =>
      findRecord(prisma, output.entity, { ...query, where: { id: payload[name] } }),
  });
}
