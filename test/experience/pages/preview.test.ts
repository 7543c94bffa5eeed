import { describe, expect, it } from 'vitest';
import { everything, startApi, tokenFor } from '../../graphql/api.ts';
import { perFile } from '../../support/per-file.ts';

const api = perFile(startApi);

const preview = async (parameters: string): Promise<string> => {
  const { signInExperiences } = await api.ask(
    `{ signInExperiences(first: 1) { nodes { preview(${parameters}) } } }`,
    {},
    everything,
  );
  return signInExperiences.nodes[0].preview;
};

describe('the preview of the sign-in page', () => {
  it('is the page of the policy in a language, inert and without script', async () => {
    const page = await preview('purpose: SIGN_IN, language: "de"');
    expect(page).toContain('<html lang="de"');
    expect(page).toContain('<body inert>');
    expect(page).toContain('name="identifier"');
    expect(page).not.toMatch(/<script|autofocus|nonce/);
    expect(page).toContain('href="https://id.example.com/sign-in/style.css?v=');
  });

  it('has the button for passkeys that the script shows on the real page', async () => {
    const page = await preview('language: "en"');
    expect(page).toMatch(/<button type="button" data-passkey[^>]*>Sign in with a passkey<\/button>/);
    expect(page).not.toMatch(/<button[^>]* data-passkey[^>]* hidden>/);
    expect(await preview('purpose: SIGN_UP, language: "en"')).not.toContain('data-passkey');
  });

  it('has the requested colors, and English for a language that the pages do not have', async () => {
    expect(await preview('isDark: true')).toContain('scheme=dark');
    expect(await preview('language: "xx"')).toContain('<html lang="en"');
  });

  it('shows the new policy in the dry run of a change', async () => {
    const { signInExperiences } = await api.ask('{ signInExperiences(first: 1) { nodes { id preview } } }');
    const [{ id, preview: before }] = signInExperiences.nodes;
    const { updateSignInExperience } = await api.ask(
      `mutation ($input: UpdateSignInExperienceInput!) {
        updateSignInExperience(input: $input, dryRun: true) { signInExperience { preview } }
      }`,
      { input: { signInExperienceId: id, policy: { first: ['PASSWORD'] } } },
    );
    expect(before).toContain('data-passkey');
    expect(updateSignInExperience.signInExperience.preview).not.toContain('data-passkey');
  });

  it('shows that sign-up is closed, or its first step', async () => {
    const { signInExperiences } = await api.ask('{ signInExperiences(first: 1) { nodes { id } } }');
    const [{ id }] = signInExperiences.nodes;
    const signUpOf = async (isOpen: boolean): Promise<string> => {
      const { updateSignInExperience } = await api.ask(
        `mutation ($input: UpdateSignInExperienceInput!) {
          updateSignInExperience(input: $input, dryRun: true) { signInExperience { preview(purpose: SIGN_UP) } }
        }`,
        { input: { signInExperienceId: id, policy: { signUp: { isOpen } } } },
      );
      return updateSignInExperience.signInExperience.preview;
    };
    expect(await signUpOf(false)).toContain('New accounts cannot be created here.');
    const open = await signUpOf(true);
    expect(open).not.toContain('New accounts cannot be created here.');
    expect(open).toContain('name="identifier"');
  });

  it('requires sign-in:read', async () => {
    const answer = await api.call(
      '{ signInExperiences(first: 1) { nodes { preview } } }',
      {},
      tokenFor(['users:read']),
    );
    expect(JSON.stringify(answer)).toContain('sign-in:read');
  });
});
