import { beforeAll, describe, expect, it } from 'vitest';
import { type Administrator, openAdministration } from '../support/administrator.ts';
import { openPage } from '../support/browsers/flow-pages.ts';
import { addUser, password } from '../support/issuer.ts';
import { sharePages } from '../support/browsers/pages.ts';

/** An administrator changes what the pages ask for. */
const { issuer, web } = sharePages();
let administrator: Administrator;
beforeAll(async () => {
  administrator = await openAdministration(issuer);
});

const query =
  '{ signInExperiences { totalCount nodes { id version policy { first signUp { isOpen } second { required ways } } tests { name given { purpose account { hasPassword factors } verifications level } expect { step ways isReady refused } } } } }';
const mutation = `mutation ($input: UpdateSignInExperienceInput!, $version: Int, $dryRun: Boolean!) {
  updateSignInExperience(input: $input, expectedVersion: $version, dryRun: $dryRun) {
    signInExperience { version policy { second { required } } } events { type }
  }
}`;

describe('the sign-in experience', () => {
  it('is one on a fresh installation, with the default policy', async () => {
    const { signInExperiences } = await administrator.ask(query);
    expect(signInExperiences).toMatchObject({
      totalCount: 1,
      nodes: [{ version: 1, policy: { signUp: { isOpen: false }, second: { required: 'WHEN_ENROLLED' } }, tests: [] }],
    });
  });

  it('applies to the next answer of everyone, and not after a dry run', async () => {
    const user = await addUser(issuer.database.prisma, { emailVerifiedAt: new Date() });
    const [{ id, version }] = (await administrator.ask(query)).signInExperiences.nodes;
    const answer = async () => (await openPage(issuer, web)).answer({ identifier: user.email ?? '', password });
    const test = {
      name: 'A password is not enough',
      given: { account: { hasPassword: true }, verifications: ['PASSWORD'] },
      expect: { step: 'ENROL_TOTP', ways: ['ENROL_PASSKEY'] },
    };
    const input = { signInExperienceId: id, policy: { second: { required: 'ALWAYS' } }, tests: [test] };
    const rehearsed = await administrator.ask(mutation, { input, version, dryRun: true });
    expect(rehearsed.updateSignInExperience).toMatchObject({
      signInExperience: { policy: { second: { required: 'ALWAYS' } } },
      events: [{ type: 'SIGN_IN_EXPERIENCE_DATA_UPDATED' }],
    });
    expect(await answer()).toMatchObject({ status: 200, next: expect.any(String) });
    await administrator.ask(mutation, { input, version, dryRun: false });
    expect(await answer()).toMatchObject({ status: 200, step: { name: 'enrol-totp' } });
    const stale = JSON.parse(await administrator.text(mutation, { input, version, dryRun: false }));
    expect(stale.errors[0].extensions.code).toBe('VERSION_MISMATCH');
    expect((await administrator.ask(query)).signInExperiences.nodes[0].tests).toMatchObject([test]);
    const rest = await administrator.rest(`GET /sign-in-experiences/${id}`);
    expect(rest.json).toMatchObject({ id, version: version + 1, policy: { second: { required: 'always' } } });
    const opened = await administrator.rest(`PATCH /sign-in-experiences/${id}`, {
      policy: { second: { required: 'never' }, signUp: { isOpen: true } },
      tests: [],
    });
    expect(opened).toMatchObject({
      status: 200,
      json: { policy: { signUp: { isOpen: true, requires: ['password'] } } },
    });
    expect(await answer()).toMatchObject({ status: 200, next: expect.any(String) });
  });
});
