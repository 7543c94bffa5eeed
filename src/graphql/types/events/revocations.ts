import {
  readRevocations,
  revocationArguments,
  revocationPageSize,
  type RevocationPage,
  revocationsPermission,
} from '../../../reads/revocations.ts';
import { cursorOfPlace, positionOf } from '../../../reads/lists/events.ts';
import { validOrRefused } from '../../../domain/problems.ts';
import { withoutNulls } from '../../../reads/page.ts';
import { type RevocationKind, revocationKinds, revocationShape } from '../../../vocabulary/exchanges/revocations.ts';
import type { Context } from '../../context/context.ts';
import { requiresEverywhere } from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import { ownCursors } from '../../schema/connections.ts';
import { textEnum } from '../../schema/enums.ts';
import { argumentsOf } from '../../schema/inputs.ts';
import { outputTypeOf } from '../../schema/outputs.ts';
import { summaries } from '../../../reads/summaries.ts';
import { descriptionOf } from '../../schema/shapes.ts';

textEnum<RevocationKind>(
  'RevocationKind',
  'What can end, and the tokens that are no longer accepted then.',
  revocationKinds,
);

export const Revocation = outputTypeOf(revocationShape, 'Revocation', revocationShape.meta()?.description);

const { since, first } = revocationArguments.shape;

const Page = builder.objectRef<RevocationPage>('RevocationPage').implement({
  description: summaries.revocations,
  fields: (t) => ({
    revocations: t.field({
      type: [Revocation],
      // The field that leads to the page counts its entries.
      complexity: { field: 1, multiplier: 1 },
      description: 'What ended.',
      resolve: ({ revocations }) => revocations,
    }),
    cursor: t.string({
      description: 'Cursor to continue after this page, also for `Subscription.revocations`.',
      resolve: ({ position }, _args, { cursorSeal }) => cursorOfPlace(position, cursorSeal),
    }),
    hasNextPage: t.exposeBoolean('hasMore', { description: 'Whether there is more after this page.' }),
    asOf: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Time up to which the log was read: everything that ended before it is on this page or an earlier one. Null if there is more.',
      resolve: ({ asOf }) => asOf,
    }),
  }),
});

async function resolvePage(args: { after?: string | null | undefined }, context: Context): Promise<RevocationPage> {
  const { after, ...others } = args;
  const page = validOrRefused(revocationArguments, withoutNulls(others));
  const position = after == null ? undefined : positionOf(after, 'after', context.cursorSeal);
  return readRevocations(context, { since: page.since, after: position, size: page.first, path: 'after' });
}

builder.queryField('revocations', (t) =>
  t.field({
    type: Page,
    ...requiresEverywhere(revocationsPermission),
    complexity: ({ first: size }) => ({ field: 1, multiplier: Math.max(1, size) }),
    extensions: { [ownCursors]: true },
    description:
      'What ended: sessions, grants, signing keys, and everything of people, applications and members, with ids only. An API that verifies tokens reads it once, and follows `Subscription.revocations` from its last cursor.',
    args: {
      ...argumentsOf({ since }, 'revocations'),
      first: t.arg.int({ required: true, defaultValue: revocationPageSize, description: descriptionOf(first) }),
      after: t.arg.string({ description: 'Return what ended after this cursor.' }),
    },
    resolve: (_root, args, context) => resolvePage(args, context),
  }),
);
