import { Secret, TOTP } from 'otpauth';
import { addTotp } from '../../src/store/factors/totp.ts';
import { systemIds } from '../../src/platform/ids/ids.ts';
import { addUser, type TestIssuer } from './issuer.ts';

/** The code of an authenticator app, as an independent library computes it. */
export const totpCode = (base32: string, now: Date): string =>
  new TOTP({ secret: Secret.fromBase32(base32.replaceAll(' ', '')) }).generate({ timestamp: now.getTime() });

/** Gives a user an authenticator app. Returns its key. */
export async function giveApp({ database, secretBox, clock }: TestIssuer, userId: string): Promise<string> {
  const secret = new Secret({ size: 20 });
  await addTotp(database.prisma, {
    id: systemIds.next('factor'),
    userId,
    name: 'App',
    encryptedSecret: secretBox.seal(secret.bytes),
    lastStep: 0,
    createdAt: clock.now(),
  });
  return secret.base32;
}

/** Accounts with an authenticator app, on the pages of an issuer. */
export function appUsers(issuer: TestIssuer) {
  return async () => {
    const user = await addUser(issuer.database.prisma, { emailVerifiedAt: new Date() });
    const key = await giveApp(issuer, user.id);
    return { ...user, code: () => totpCode(key, issuer.clock.now()) };
  };
}
