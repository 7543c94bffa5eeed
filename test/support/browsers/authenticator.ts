import type { CDPSession, Page } from 'playwright-core';

/** A virtual authenticator of a browser (WebAuthn Level 3 §11): a phone with a screen lock, which its owner unlocks. */
export async function addAuthenticator(page: Page, changes: object = {}): Promise<Authenticator> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      ...changes,
    },
  });
  return { devtools, authenticatorId };
}

export interface Authenticator {
  devtools: CDPSession;
  authenticatorId: string;
}

/** Copies the passkeys of one authenticator to another, as a synchronization does. */
export async function copyPasskeys(from: Authenticator, to: Authenticator): Promise<void> {
  const { authenticatorId } = from;
  const { credentials } = await from.devtools.send('WebAuthn.getCredentials', { authenticatorId });
  for (const credential of credentials)
    await to.devtools.send('WebAuthn.addCredential', { authenticatorId: to.authenticatorId, credential });
}

/** In a page: a passkey is only used after a click. */
export const noAutofill = (): void => {
  PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
};
