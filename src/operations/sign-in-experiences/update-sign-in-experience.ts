import { z } from 'zod';
import { brandingChangeSchema, brandingOf } from '../../domain/branding/branding.ts';
import { newImagesIn } from '../../domain/branding/images.ts';
import { changedNames, changeOf } from '../../domain/events/changes.ts';
import { badUserInput, invalidInput, maxProblems } from '../../domain/failure.ts';
import { validate } from '../../domain/problems.ts';
import { type SignInPolicy, signInPolicySchema } from '../../domain/flow/policy.ts';
import { policyChangeSchema } from '../../domain/flow/policy-change.ts';
import { failedTests, type PolicyTest, policyTestsSchema } from '../../domain/flow/policy-tests.ts';
import { mergePatch } from '../../domain/json.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { changeBranding } from '../../store/branding.ts';
import { canSignIn, policyOf, policyTestsOf } from '../../store/flows/policies.ts';
import { type Means, meansWithout, readMeans, usableWays } from '../../store/flows/remaining-ways.ts';
import { lockSignInExperience } from '../../store/row-locks/locked-records.ts';
import { signInExperienceOf } from '../../store/records/shapes.ts';
import { json } from '../../store/sql/json.ts';
import { field } from '../../vocabulary/shape-parts.ts';

export const updateSignInExperience = defineOperation({
  name: 'updateSignInExperience',
  summary:
    'Update the sign-in experience. Omitted fields of the policy and of the branding keep their values; lists are replaced. A change is refused if a test fails, or if no administrator could sign in.',
  words: {
    title: 'Edit the sign-in experience',
    button: 'Save changes',
    note: 'A change is refused if a test fails, or if no administrator could sign in.',
    danger: null,
  },
  permission: 'sign-in:write',
  recentSignIn: true,
  record: 'signInExperienceId',
  route: { method: 'PATCH', path: '/sign-in-experiences/:signInExperienceId' },
  input: z.strictObject({
    signInExperienceId: idSchema('signInExperience').describe('The sign-in experience to update.'),
    policy: field(policyChangeSchema.optional(), 'Fields of the policy to change.', {
      second: { required: 'for-administrators' },
    }),
    tests: policyTestsSchema
      .optional()
      .describe('What the policy must lead to, at most 100 tests, which replace all others.'),
    branding: brandingChangeSchema
      .optional()
      .describe('How pages and mails look: the fields to change. Applications can have their own.'),
  }),
  output: { signInExperience: entity('SignInExperience', 'The updated sign-in experience.') },
  always: ['SignInExperience.Data.Updated'],
  prepare: async (services, { branding }) => ({
    without: await meansWithout(services),
    shown: { images: newImagesIn(branding), publicUrl: services.publicUrl },
  }),
  async run({ tx, now, emit, unchanged }, input, { without, shown }) {
    const { signInExperienceId, policy: patch, tests: newTests, branding: change } = input;
    const row = await lockSignInExperience(tx, signInExperienceId);
    const before = { policy: policyOf(row), tests: policyTestsOf(row), branding: brandingOf(row) };
    const after = {
      policy: validPolicy(mergePatch(before.policy, patch ?? {})),
      tests: newTests ?? before.tests,
      branding: change ? await changeBranding(tx, { before: before.branding, change, now, ...shown }) : before.branding,
    };
    const changed = changedNames(before, after);
    if (!changed.length) return unchanged({ signInExperience: row });
    requirePassing(after.policy, after.tests, newTests ? ['tests'] : undefined);
    if (changed.includes('policy.first') && !(await canSignIn(tx, await usable(tx, after.policy, without))))
      throw badUserInput('No administrator could sign in: none has the required factors.', 'policy', 'first');
    const data = { policy: json(after.policy), tests: json(after.tests), branding: json(after.branding) };
    const signInExperience = await tx.signInExperience.update({ where: { id: signInExperienceId }, data });
    emit('SignInExperience.Data.Updated', signInExperienceId, {
      signInExperience: signInExperienceOf(signInExperience),
      ...changeOf(before, changed),
    });
    return { signInExperience };
  },
});

const usable = async (tx: Transaction, { first }: SignInPolicy, without: Means) =>
  usableWays(first, await readMeans(tx, without));

/** The rules between fields of a policy. */
function validPolicy(merged: object): SignInPolicy {
  const { data, problems } = validate(signInPolicySchema, merged);
  if (data) return data;
  const below = problems.slice(0, maxProblems).map((problem) => ({ ...problem, path: ['policy', ...problem.path] }));
  throw invalidInput(below, 'The policy is not valid.');
}

/** Names each test that fails. Without new tests, the policy is what has to change. */
function requirePassing(policy: SignInPolicy, tests: readonly PolicyTest[], path: string[] | undefined): void {
  const problems = failedTests(policy, tests).map(({ index, message }) => ({
    path: path ? [...path, index] : ['policy'],
    code: 'INVALID_VALUE' as const,
    message,
  }));
  if (problems.length) throw invalidInput(problems.slice(0, maxProblems), 'The policy fails a test.');
}
