import { badUserInput } from '../../../domain/failure.ts';
import { capitalized } from '../../../domain/text.ts';
import { requestIdsIn } from '../../../domain/trace-context.ts';
import { type AnsweredFlow, type FlowCall, flowCallNames, flowCalls } from '../../../kernel/my-flows.ts';
import type { LinkPurpose } from '../../../vocabulary/flows.ts';
import { flowTexts, myFlowShape } from '../../../vocabulary/account/my-flow-shapes.ts';
import type { Context } from '../../context/context.ts';
import { belowInput } from '../../errors/errors.ts';
import { ownResult, requireActor } from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import { textEnum } from '../../schema/enums.ts';
import { inputTypeOf } from '../../schema/inputs.ts';
import { outputTypeOf } from '../../schema/outputs.ts';
import { Account, accountAfterwards } from './account.ts';

textEnum<LinkPurpose>('MyFlowPurpose', 'What a person adds to their account.', {
  'link-email': 'An email address. It replaces the present one.',
  'link-phone': 'A phone number. It replaces the present one.',
  'link-factor': 'A passkey or an authenticator app.',
  'link-identity': 'An identity at an identity provider, with which the person can sign in.',
});
textEnum<'passkey' | 'totp'>('NewFactorKind', 'A kind of factor that people add.', {
  passkey: 'A passkey, which is made on a page of the platform.',
  totp: 'An authenticator app.',
});

const MyFlow = outputTypeOf(myFlowShape, 'MyFlow', myFlowShape.description);

builder.objectField(Account, 'flow', (t) =>
  t.field({
    type: MyFlow,
    nullable: true,
    description: 'A flow that was begun in the present session; null if there is none with this id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the flow.' }) },
    resolve: async (_account, { id }, context) =>
      (await context.myFlows.read(context.prisma, requireActor(context), id)) ?? null,
  }),
);

const payloadOf = (name: string) =>
  builder.objectRef<Pick<AnsweredFlow, 'flow'>>(name).implement({
    fields: (t) => ({
      flow: t.field({
        type: MyFlow,
        description: flowTexts.answered,
        resolve: ({ flow }) => flow,
      }),
      account: t.field(accountAfterwards),
    }),
  });

function addMutation(call: FlowCall): void {
  const { name, summary, events, input, requiresRecentSignIn } = flowCalls[call];
  const typeName = capitalized(name);
  const payload = payloadOf(`${typeName}Payload`);
  const description = [
    summary,
    `May emit ${events.join(', ')}.`,
    'Requires an access token for the Account API with the scope account:write.',
    ...(requiresRecentSignIn ? [flowTexts.recentSignIn] : []),
    'Not in dry runs and atomic operations, because an answer is counted whatever follows.',
  ];
  builder.mutationField(name, (t) =>
    t.field({
      type: payload,
      // An error makes this field null, not the payloads of other mutations of the document.
      nullable: true,
      description: description.join('\n'),
      args: { input: t.arg({ type: inputTypeOf(input, `${typeName}Input`), required: true }) },
      grantScopes: [ownResult],
      resolve: (_root, args, context) => run(context, call, args.input),
    }),
  );
}
flowCallNames.forEach(addMutation);

/** An answer commits that it was counted, whatever follows: it cannot be part of a transaction. */
async function run(context: Context, call: FlowCall, input: unknown): Promise<AnsweredFlow> {
  if (!context.database) throw badUserInput('Cannot be part of an atomic operation: call it alone.');
  const origin = { channel: 'graphql', ...requestIdsIn(context) } as const;
  try {
    return await context.myFlows[call](context.currentActor, input, origin);
  } catch (error) {
    throw belowInput(error);
  }
}
