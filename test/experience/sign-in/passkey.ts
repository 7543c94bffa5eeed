import { addPasskey } from '../../../src/store/factors/passkeys.ts';
import { systemIds } from '../../../src/platform/ids/ids.ts';
import type { TestIssuer } from '../../support/issuer.ts';

/** Gives a user a passkey, which no authenticator has. */
export async function givePasskey({ database, publicUrl, clock }: TestIssuer, userId: string): Promise<void> {
  await addPasskey(database.prisma, {
    id: systemIds.next('factor'),
    userId,
    name: 'Phone',
    credentialId: Buffer.from(userId).toString('base64url'),
    publicKey: new Uint8Array(8),
    counter: 0,
    transports: ['internal'],
    aaguid: '00000000-0000-0000-0000-000000000000',
    isBackedUp: false,
    host: new URL(publicUrl).hostname,
    createdAt: clock.now(),
  });
}
