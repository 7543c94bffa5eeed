import { recordKey } from '../../../src/store/sessions/oidc-records.ts';
import type { TestIssuer } from '../issuer.ts';

/** An authorization request that waits for a sign-in, of no application. Returns what the effect of a flow needs. */
export async function addInteraction(prisma: TestIssuer['database']['prisma'], uid: string, now: Date) {
  const key = recordKey(uid);
  const expiresAt = new Date(now.getTime() + 3_600_000);
  const payload = { kind: 'Interaction', uid, exp: Math.floor(expiresAt.getTime() / 1000) };
  const created = { model: 'Interaction', key, payload, expiresAt };
  await prisma.oidcRecord.createMany({ data: [created], skipDuplicates: true });
  return { key, browser: 'a browser', amr: [] };
}
