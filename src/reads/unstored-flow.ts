import { allowsPasskeys } from '../domain/flow/passkey-host.ts';
import type { SecretBox } from '../platform/crypto/secret-box.ts';
import type { Prisma, Transaction } from '../platform/database/database.ts';
import type { CurrentFlow, FlowRequest } from '../store/flows/flow.ts';
import { readFlow } from '../store/flows/flows.ts';
import type { FlowPurpose } from '../vocabulary/flows.ts';

interface Services {
  prisma: Prisma | Transaction;
  secretBox: Pick<SecretBox, 'open'>;
  now: Date;
  config: { publicUrl: string };
}

type Options = Omit<Parameters<typeof readFlow>[2], 'newFlow' | 'request'> & {
  purpose: FlowPurpose;
  requestedLevel: FlowRequest['requestedLevel'];
};

/** A flow that was not begun, as the pages would read it in a browser that is not known. */
export async function readUnstoredFlow(
  { prisma, secretBox, now, config }: Services,
  { purpose, requestedLevel, ...options }: Options,
): Promise<CurrentFlow> {
  const newFlow = { id: '', purpose, applicationId: '', reference: '' };
  const canUsePasskeys = allowsPasskeys(config.publicUrl);
  const request = { deviceHashes: [], session: null, requestedLevel, canUsePasskeys };
  const current = await readFlow(prisma, secretBox, { ...options, newFlow, request }, now);
  if (!current) throw new Error('a flow that is not stored is over');
  return current;
}
