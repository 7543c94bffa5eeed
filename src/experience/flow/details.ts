import { type Destination, destinationsOf } from './destinations.ts';
import { newAppDetails, newPasskeyOptions } from './enrol.ts';
import { isPasskeyOffered } from './entry.ts';
import { passkeyOptions } from './passkey.ts';
import type { Page } from './page.ts';
import type { FlowServices } from './visit.ts';

/** Details that a step shows besides: secrets of the flow, which no log contains. */
export interface StepDetails {
  /** Options for `navigator.credentials` (WebAuthn Level 3 §5.1.8). */
  passkey?: object;
  /** A new authenticator app. */
  app?: { uri: string; key: string; qrCode: string };
  backupCodes?: readonly string[];
  /** Applications in which a person can sign in who has an account already. */
  applications?: readonly Destination[];
}

export async function detailsOf(services: FlowServices, page: Page): Promise<StepDetails> {
  const { step, refused, flow } = page;
  if (refused === 'account-exists') return { applications: await destinationsOf(services.database.prisma, null) };
  if (refused) return {};
  if (step === 'passkey' || (step === 'identify' && isPasskeyOffered(page)))
    return { passkey: await passkeyOptions(services, flow) };
  if (step === 'enrol-passkey') return { passkey: await newPasskeyOptions(services, flow) };
  if (step === 'enrol-totp') return { app: await newAppDetails(services, flow) };
  return step === 'backup-codes' ? { backupCodes: flow.inputs.backupCodes ?? [] } : {};
}
