import type { IncomingMessage } from 'node:http';
import type { SecretBox } from '../../../platform/crypto/secret-box.ts';
import type { SessionBrowser } from '../../../store/sessions/oidc-records.ts';
import { Provider } from '../library.ts';

/** Recognizes the browser of a request: its name for people, and its IP address. */
export type DescribeBrowser = (
  request: IncomingMessage,
) => Promise<{ device: string | null; address: string | undefined }>;

interface Services {
  secretBox: Pick<SecretBox, 'seal'>;
  describeBrowser: DescribeBrowser;
}

/** The browser of the present request, whose session is stored. */
export async function sessionBrowser({ secretBox, describeBrowser }: Services): Promise<SessionBrowser | undefined> {
  const request = Provider.ctx?.req;
  if (!request) return undefined;
  const { device, address } = await describeBrowser(request);
  return { device, encryptedAddress: address ? secretBox.seal(Buffer.from(address)) : null };
}
