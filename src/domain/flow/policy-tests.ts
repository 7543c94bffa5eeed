import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { factorKinds } from '../../vocabulary/account/factors.ts';
import {
  comparedKinds,
  signInPurposes,
  flowSteps,
  refusalReasonNames,
  type VerificationKind,
} from '../../vocabulary/flows.ts';
import { nameSchema } from '../text.ts';
import { decide } from './decide.ts';
import type { Decision, FlowAccount, FlowFacts } from './facts.ts';
import { withoutIdentities } from './identity.ts';
import { isAddress, type SignInPolicy } from './policy.ts';
import { examples } from '../../vocabulary/shape-parts.ts';

export const provable = comparedKinds;

const accountSchema = z
  .strictObject({
    hasPassword: z.boolean().default(true).describe('Whether it has a password.'),
    mustResetPassword: z.boolean().default(false).describe('Whether the next sign-in requires a new password.'),
    isEmailVerified: z.boolean().default(true).describe('Whether its email address is verified.'),
    isPhoneVerified: z.boolean().default(true).describe('Whether its phone number is verified.'),
    factors: z.array(z.enum(factorKinds)).default([]).describe('Kinds of factors that it has.'),
    isAdministrator: z.boolean().default(false).describe('Whether the user is an administrator of the platform.'),
    isSuspended: z.boolean().default(false).describe('Whether the user is suspended.'),
    isDeviceTrusted: z.boolean().default(false).describe('Whether the user trusts the browser.'),
  })
  .meta({ id: 'SignInTestAccountInput', description: 'An account. It has an email address and a phone number.' });

const givenSchema = z
  .strictObject({
    purpose: z.enum(signInPurposes).default('sign-in').describe('What the person wants.'),
    account: accountSchema.nullish().describe('The account; null if the person has none.'),
    verifications: z.array(z.enum(provable)).max(10).default([]).describe('What the person has proven.'),
    level: z.int().min(1).max(2).default(1).describe('The level that the application asks for.'),
  })
  .meta({ id: 'SignInTestGivenInput', description: 'A person on the pages.' });

const expectSchema = z
  .strictObject({
    step: z.enum(flowSteps).nullish().describe('The step that follows.'),
    ways: z.array(z.enum(flowSteps)).nullish().describe('The steps that can be answered instead, in order.'),
    isReady: z.boolean().nullish().describe('True if nothing else is required.'),
    refused: z.enum(refusalReasonNames).nullish().describe('The reason of the refusal.'),
  })
  .refine(
    ({ step, isReady, refused }) => [step, isReady || null, refused].filter((one) => one != null).length === 1,
    'Must have either `step`, `isReady` or `refused`.',
  )
  .refine(({ step, ways }) => step != null || ways == null, 'Only a step has `ways`.')
  .meta({ id: 'SignInTestExpectationInput', description: 'What the policy leads to.' });

/** A person, and the step that a policy must lead to. */
export const policyTestSchema = z
  .strictObject({
    name: nameSchema.describe('What the test guarantees.'),
    given: givenSchema.describe('The person.'),
    expect: expectSchema.describe('What follows.'),
  })
  .meta({ id: 'SignInTestInput', description: 'What a policy must lead to.' });
export type PolicyTest = z.output<typeof policyTestSchema>;
type PolicyTestGiven = z.output<typeof givenSchema>;

export const policyTestsSchema = z
  .array(policyTestSchema)
  .max(100)
  .register(examples, {
    example: [
      {
        name: 'Administrators need a second factor',
        given: { account: { isAdministrator: true }, verifications: ['password'] },
        expect: { step: 'enrol-totp' },
      },
    ],
  });

/** A test that a policy fails. */
interface FailedTest {
  /** Its place among the tests. */
  index: number;
  message: string;
}

/** The tests that a policy fails. */
export const failedTests = (policy: SignInPolicy, tests: readonly PolicyTest[]): FailedTest[] =>
  tests.flatMap(({ name, given: person, expect: expected }, index) => {
    const decision = decide(policy, factsOf(person));
    if (isAs(expected, decision)) return [];
    const message = `The test "${name}" expects ${expectation(expected)}, but the policy leads to ${description(decision)}.`;
    return [{ index, message }];
  });

function isAs({ step, ways, isReady, refused }: PolicyTest['expect'], decision: Decision): boolean {
  if ('ready' in decision) return isReady === true;
  if ('refused' in decision) return refused === decision.refused;
  return step === decision.step && (ways == null || isDeepStrictEqual(ways, [...(decision.ways ?? [])]));
}

const expectation = ({ step, ways, isReady, refused }: PolicyTest['expect']): string => {
  if (isReady) return 'ready';
  return refused != null ? `refused (${refused})` : stepText(step ?? '', ways);
};

const description = (decision: Decision): string => {
  if ('ready' in decision) return 'ready';
  return 'refused' in decision ? `refused (${decision.refused})` : stepText(decision.step, decision.ways);
};

const stepText = (step: string, ways: readonly string[] | null | undefined): string =>
  ways?.length ? `${step}, or ${ways.join(', ')}` : step;

const userId = 'user';
const addresses = { email: 'person@example.com', phone: '+4930901820' };

/** The facts of a person of a test. */
function factsOf({ purpose, account, verifications, level }: PolicyTestGiven): FlowFacts {
  const fixed = { userId, ...addresses, sessionEpoch: 0, isDeletionDue: false, ...withoutIdentities };
  const member: FlowAccount | undefined = account ? { ...account, ...fixed } : undefined;
  return {
    purpose,
    verifications: verifications.map((kind: VerificationKind) => ({
      kind,
      subject: isAddress(kind) ? addresses[kind] : userId,
      verifiedAt: new Date(0),
      sessionEpoch: member ? 0 : null,
    })),
    inputs: {},
    providers: [],
    // Before the first verification, the account is not known.
    account: verifications.length ? member : undefined,
    requestedLevel: level === 2 ? 2 : 1,
    canUsePasskeys: true,
  };
}
