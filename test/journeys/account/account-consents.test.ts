import { expect, it } from 'vitest';
import { recordKey } from '../../../src/store/sessions/oidc-records.ts';
import { act, endOfLog, eventsOf, startAccountPlatform } from '../../support/accounts/account.ts';
import { revoke } from '../../support/accounts/account-acts.ts';
import { redirectUri, relyingParty } from '../../support/browsers/relying-party.ts';
import { addApplication } from '../../support/issuer.ts';
import { perFile } from '../../support/per-file.ts';

const platform = perFile(startAccountPlatform);
const prisma = () => platform.issuer.database.prisma;

it('a consent that is taken back names every grant that ends, however many, also those of which nothing else is stored', async () => {
  const ada = await platform.person();
  const application = await addApplication(prisma(), 'TRADITIONAL_WEB', {
    redirectUris: [redirectUri],
    isThirdParty: true,
    name: `Partner`,
  });
  const partner = await relyingParty(platform.issuer.issuer, application);
  await partner.signIn(ada.username, { scope: 'openid email' });
  const { rows } = await platform.issuer.database.pool.query<{ id: string }>(
    `SELECT payload #>> ARRAY['authorizations', $2, 'grantId'] AS id FROM oidc_records
     WHERE model = 'Session' AND user_id = $1 AND payload -> 'authorizations' ? $2`,
    [ada.id, application.id],
  );
  const where = { userId: ada.id, clientId: application.id };
  const grant = await prisma().oidcRecord.findFirstOrThrow({ where: { ...where, model: 'Grant' } });
  await prisma().oidcRecord.deleteMany({ where: { ...where, model: { not: 'Grant' } } });
  await prisma().oidcRecord.deleteMany({ where: { userId: ada.id, model: 'Session', uid: { not: ada.sessionId } } });
  const others = Array.from({ length: 120 }, (_, index) => `grant-${index}`);
  await prisma().oidcRecord.createMany({
    data: others.map((id) => ({ ...grant, payload: grant.payload ?? {}, key: recordKey(id), grantId: id })),
  });
  const before = await endOfLog(platform.issuer);
  await act(platform.issuer, 'rest', ada.token, revoke(application.id));
  const events = await eventsOf(platform.issuer, before, ada.id);
  expect(events).toHaveLength(1);
  const ended = events.flatMap(({ data }) => (data as { grantIds: string[] }).grantIds);
  expect(new Set(ended)).toEqual(new Set([rows[0]?.id, ...others]));
});
