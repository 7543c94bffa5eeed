import type { RefusalReason } from '../../vocabulary/flows.ts';
import { type Destination, destinationsOf } from './destinations.ts';
import { newAppDetails, newPasskeyOptions } from './enroll.ts';
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
  /** The address of the identity provider to which the browser goes now. */
  next?: string;
  /** The person who has come back from the identity provider, as known there; null if it shows no name. */
  identity?: string | null;
  /** Applications in which a person can sign in who has an account already. */
  applications?: readonly Destination[];
}

/** Refusals after which a person signs in: without an application that waits for it, in one of them. */
const endsInApplication: readonly RefusalReason[] = ['account-exists', 'sign-up-closed'];

function upstreamDetails({ leavesTo, flow: { challenge } }: Page): StepDetails {
  const { returned } = challenge ?? {};
  return {
    ...(leavesTo && { next: leavesTo }),
    ...(returned && 'read' in returned && { identity: returned.read.label }),
  };
}

export async function detailsOf(services: FlowServices, page: Page): Promise<StepDetails> {
  const { step, refused, flow, isStandalone } = page;
  if (refused)
    return isStandalone && endsInApplication.includes(refused)
      ? { applications: await destinationsOf(services.database.prisma, null, services.clock.now()) }
      : {};
  if (step === 'upstream') return upstreamDetails(page);
  if (step === 'passkey' || (step === 'identify' && isPasskeyOffered(page)))
    return { passkey: await passkeyOptions(services, flow) };
  if (step === 'enrol-passkey') return { passkey: await newPasskeyOptions(services, flow) };
  if (step === 'enrol-totp') return { app: await newAppDetails(services, flow) };
  return step === 'backup-codes' ? { backupCodes: flow.inputs.backupCodes ?? [] } : {};
}
