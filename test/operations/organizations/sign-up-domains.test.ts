import { beforeEach, describe, expect, it } from 'vitest';
import { mayRegister } from '../../../src/domain/flow/policy.ts';
import { updateSignInExperience } from '../../../src/operations/sign-in-experiences/update-sign-in-experience.ts';
import { policyOf } from '../../../src/store/flows/policies.ts';
import { defaultExperienceId } from '../../../src/vocabulary/sign-in-experience.ts';
import { refusalOf, startKernel } from '../../support/kernel.ts';
import { perFile } from '../../support/per-file.ts';

/** Domains of addresses with which people can, or cannot, sign up. */
const kernel = perFile(startKernel);
const row = () => kernel.database.prisma.signInExperience.findUniqueOrThrow({ where: { id: defaultExperienceId } });
const update = (domains: { allow?: string[]; deny?: string[] }) =>
  kernel.run(updateSignInExperience, { signInExperienceId: defaultExperienceId, policy: { signUp: { domains } } });
const policy = async () => policyOf(await row());
beforeEach(async () => {
  await kernel.database.prisma.signInExperience.update({ where: { id: defaultExperienceId }, data: { policy: {} } });
});

describe('a domain of the sign-up', () => {
  it.each([
    ['Evil.Example', 'evil.example'],
    [' evil.example ', 'evil.example'],
    ['evil.example.', 'evil.example'],
    ['münchen.example', 'xn--mnchen-3ya.example'],
    ['ｅｖｉｌ.example', 'evil.example'],
    ['*.Evil.example', '*.evil.example'],
    [' *.münchen.example.', '*.xn--mnchen-3ya.example'],
  ])('%j is stored as %s', async (typed, stored) => {
    await update({ deny: [typed] });
    expect((await policy()).signUp.domains.deny).toEqual([stored]);
  });

  it.each([
    '',
    ' ',
    '@evil.example',
    'ada@evil.example',
    'https://evil.example',
    'evil.example/',
    'evil',
    '*',
    '*.',
    '*.*.evil.example',
    'a.*.example',
    '*evil.example',
    '.evil.example',
    'xn--a.example.\u0000',
  ])('%j is refused with what would be right', async (typed) => {
    const before = await row();
    await expect(update({ deny: ['good.example', typed] })).rejects.toMatchObject({
      problems: [
        {
          path: ['policy', 'signUp', 'domains', 'deny', 1],
          message: 'Must be a domain, such as example.com, or *.example.com for its subdomains.',
        },
      ],
    });
    expect(await refusalOf(update({ allow: [typed] }))).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(await row()).toEqual(before);
  });

  it.each([
    ['evil.example', 'x@evil.example', true],
    ['evil.example', 'x@sub.evil.example', false],
    ['evil.example', 'x@notevil.example', false],
    ['*.evil.example', 'x@a.b.evil.example', true],
    ['*.evil.example', 'x@evil.example', false],
    ['*.evil.example', 'x@notevil.example', false],
    ['münchen.example', 'x@xn--mnchen-3ya.example', true],
    ['*.münchen.example', 'x@post.xn--mnchen-3ya.example', true],
  ])('%s covers %s: %s', async (domain, address, isCovered) => {
    await update({ deny: [domain] });
    expect(mayRegister(await policy(), address)).toBe(!isCovered);
    await update({ deny: [], allow: [domain] });
    expect(mayRegister(await policy(), address)).toBe(isCovered);
  });
});
