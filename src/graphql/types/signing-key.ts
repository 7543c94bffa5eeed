import { createContextCache } from '@pothos/core';
import { type KeyTimes, stateOf } from '../../domain/signing-keys.ts';
import type { SigningKeyState as State } from '../../vocabulary/resources.ts';
import { recordOf } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import type { Context } from '../request/context.ts';
import { textEnum } from '../schema/enums.ts';
import { Node } from './node.ts';
import { type Algorithm, SigningAlgorithm } from './signing-algorithm.ts';

const states: Record<State, string> = {
  NEXT: 'Published, and signs from its time on.',
  CURRENT: 'Signs; there is one for each algorithm.',
  PREVIOUS: 'Signs no more; it is published until its last token has expired.',
  RETIRED: 'No longer published: no token signed with it is accepted.',
};
const SigningKeyState = textEnum<State>('SigningKeyState', 'The place of a signing key in the rotation.', states);

// Where one key stands depends on all of them. They are few: read once for all that are asked about at the same time, and again
// after the next mutation of the same document.
const allKeys = createContextCache((context: Context): Promise<KeyTimes[]> => {
  const select = { id: true, algorithm: true, signsFrom: true, publishedUntil: true, createdAt: true };
  return context.prisma.signingKey.findMany({ select }).finally(() => allKeys.delete(context));
});

export const SigningKey = builder.prismaObject('SigningKey', {
  interfaces: [Node],
  select: { id: true, algorithm: true, signsFrom: true, publishedUntil: true, createdAt: true },
  description:
    'A key that signs tokens; its id is the `kid`. The private part is never shown. Needs the permission signing-keys:read.',
  authScopes: recordOf('signing-keys:read'),
  fields: (t) => ({
    algorithm: t.field({
      type: SigningAlgorithm,
      description: 'How it signs.',
      resolve: ({ algorithm }) => algorithm as Algorithm,
    }),
    state: t.field({
      type: SigningKeyState,
      description: 'Its place in the rotation, now.',
      resolve: async ({ id }, _args, context) => stateOf(id, await allKeys(context), context.clock.now()),
    }),
    publicJwk: t.expose('publicJwk', { type: 'JSONObject', description: 'The public part, as the key set shows it.' }),
    signsFrom: t.expose('signsFrom', { type: 'DateTime', description: 'When it begins to sign.' }),
    publishedUntil: t.expose('publishedUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'When it is removed from the key set; null while it is the newest of its algorithm.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the key was made.' }),
  }),
});
