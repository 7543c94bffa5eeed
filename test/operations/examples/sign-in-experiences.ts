import { example, type Examples } from './example.ts';

const test = {
  name: 'Administrators need a second factor',
  given: { account: { isAdministrator: true }, verifications: ['password'] },
  expect: { step: 'enrol-totp' },
};

export const signInExperiences: Examples = {
  updateSignInExperience: (w) => {
    const second = { required: 'for-administrators' };
    return example(
      [
        [
          'SignInExperience.Data.Updated',
          w.signInExperience,
          {
            signInExperience: { policy: { second }, tests: [{ name: test.name }] },
            changed: ['policy.second.required', 'tests'],
          },
        ],
      ],
      { signInExperienceId: w.signInExperience, policy: { second }, tests: [test] },
      'nothing',
    );
  },
};
