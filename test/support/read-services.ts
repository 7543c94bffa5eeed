import { shape } from '../../src/app/payload-selection.ts';
import { createFindBodies } from '../../src/delivery/webhooks/bodies.ts';
import { createAccessPolicy } from '../../src/oidc/access/access-policy.ts';
import { createMyFlows } from '../../src/experience/account/my-flows.ts';
import { createInTurn } from '../../src/experience/flow/in-turn.ts';
import { createSignInPreview } from '../../src/experience/preview.ts';
import { createExplainExchange } from '../../src/oidc/grants/explain-exchange.ts';
import { createReadTrial } from '../../src/reads/identity-provider-trial.ts';
import { createReadSignInTrial } from '../../src/reads/sign-in-trial.ts';
import { createExplainSignIn } from '../../src/reads/explain-sign-in.ts';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { readPhoneNumber } from '../../src/platform/phone-numbers.ts';
import { qrCodeSvg } from '../../src/platform/qr-code.ts';
import { createWebAuthn } from '../../src/platform/webauthn.ts';
import { createCursorSeal } from '../../src/platform/crypto/cursor-seal.ts';
import { createFindLocks } from '../../src/store/flows/locks.ts';
import { createOpenAddress } from '../../src/store/sessions/address.ts';
import { createFindSessions } from '../../src/store/sessions/sessions.ts';
import type { TestKernel } from './kernel.ts';
import { passwords } from './password.ts';
import { testSecretBox } from './records.ts';

/** The services that both APIs read with, beside the database. */
export function readServices(kernel: TestKernel) {
  const clock = { now: kernel.now };
  const config = { publicUrl: 'https://id.example.com' };
  const findLocks = createFindLocks(testSecretBox);
  return {
    clock,
    findLocks,
    cursorSeal: createCursorSeal(testSecretBox),
    findSessions: createFindSessions(testSecretBox),
    openAddress: createOpenAddress(testSecretBox),
    findBodies: createFindBodies(shape),
    exchangeLedger: { mode: 'fast', retentionDays: 90 } as const,
    readTrial: createReadTrial({ secretBox: testSecretBox, clock }),
    readSignInTrial: createReadSignInTrial({ secretBox: testSecretBox, clock }),
    explainSignIn: createExplainSignIn({
      ...kernel,
      secretBox: testSecretBox,
      clock,
      findLocks,
      sendsWithoutConnector: () => true,
      config,
    }),
    myFlows: createMyFlows({
      ...kernel,
      secretBox: testSecretBox,
      clock,
      ids,
      config,
      sendsWithoutConnector: () => true,
      passwords,
      inTurn: createInTurn(),
      registerHashes: () => Promise.resolve(),
      webAuthn: createWebAuthn({ publicUrl: config.publicUrl, name: 'Mandate' }),
      qrCode: qrCodeSvg,
      readPhoneNumber,
      startAtProvider: () => Promise.resolve({ refused: 'provider-disabled' }),
    }),
    previewSignIn: createSignInPreview({
      config,
      sendsWithoutConnector: () => true,
    }),
    explainExchange: createExplainExchange({
      ...kernel,
      clock,
      managementResource: 'https://id.example.com/api',
      accessPolicy: createAccessPolicy({ ...kernel, clock }),
    }),
  };
}
