import { createContextCache } from '@pothos/core';
import { type KeyTimes, stateInRotation } from '../../../domain/oauth/signing-keys.ts';
import { signingKeyRotation, signingKeyShape, type SigningKeyState as State } from '../../../vocabulary/resources.ts';
import { readableWith } from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import type { Context } from '../../context/context.ts';
import { textEnum } from '../../schema/enums.ts';
import { describedBy, exposeShape } from '../../schema/shapes.ts';
import { Named, Node } from '../node.ts';

const states: Record<State, string> = {
  NEXT: 'Published; signs from `signsFrom` on.',
  CURRENT: 'Signs. There is one current key per algorithm.',
  PREVIOUS: 'No longer signs; published until the last token signed with it has expired.',
  RETIRED: 'No longer published. Tokens signed with it are not accepted.',
};
const SigningKeyState = textEnum<State>('SigningKeyState', 'State of a signing key in the rotation.', states);

// The state of a key depends on all keys, which are few: they are read once for concurrent look-ups, and again after
// the next mutation of the document.
const allKeys = createContextCache((context: Context): Promise<KeyTimes[]> => {
  const select = { id: true, algorithm: true, signsFrom: true, publishedUntil: true, createdAt: true };
  return context.prisma.signingKey.findMany({ select }).finally(() => allKeys.delete(context));
});

builder.prismaObject('SigningKey', {
  interfaces: [Node, Named],
  select: { id: true },
  description:
    'A key that signs tokens. Its id is the `kid`. The private key is never returned. Requires the permission signing-keys:read.',
  authScopes: readableWith('signing-keys:read'),
  fields: (t) => ({
    ...exposeShape(t, signingKeyShape),
    state: t.field({
      type: SigningKeyState,
      ...describedBy(signingKeyRotation.state),
      resolve: async ({ id }, _args, context) => stateInRotation(id, await allKeys(context), context.clock.now()).state,
    }),
    publicJwk: t.expose('publicJwk', { type: 'JSONObject', description: 'Public key, as in the key set (RFC 7517).' }),
    lastTokenUntil: t.field({
      type: 'DateTime',
      ...describedBy(signingKeyRotation.lastTokenUntil),
      resolve: async ({ id }, _args, context) =>
        stateInRotation(id, await allKeys(context), context.clock.now()).lastTokenUntil,
    }),
  }),
});
