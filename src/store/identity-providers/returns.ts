import type { Prisma } from '../../platform/database/database.ts';

/** The challenge that a response of an identity provider names, whether or not it can still be answered. */
export const findReturn = ({ challenge }: Pick<Prisma, 'challenge'>, id: string) =>
  challenge.findUnique({
    where: { id, kind: 'identity' },
    select: { id: true, flowId: true, recipient: true, secretHash: true, sealed: true },
  });
