import type { MailBrand } from '../delivery/messages/mail-brand.ts';
import { startMessages } from '../delivery/messages/start.ts';
import type { Metrics } from '../server/metrics.ts';
import type { OutgoingMessage } from '../platform/messaging/sender.ts';
import { readBrand } from '../store/branding.ts';
import { addToInbox } from '../store/messages/inbox.ts';
import type { Services } from './services.ts';

/** Sends messages to people. Returns a function that stops it. */
export function startMessageDelivery(services: Services, { countMessage }: Metrics): () => Promise<void> {
  const { config, inboxToken } = services;
  const { publicUrl } = config;
  const record = inboxToken === null ? undefined : showInInbox(services);
  return startMessages({ ...services, publicUrl, readBrand: mailBrandReader(services), count: countMessage, record });
}

/** How mails look: their images are on the pages of the platform. */
const mailBrandReader =
  ({ config: { publicUrl }, database }: Pick<Services, 'config' | 'database'>) =>
  async (applicationId: string | null): Promise<MailBrand | null> => {
    const brand = await readBrand(database.prisma, applicationId);
    return brand && { ...brand, publicUrl };
  };

/** Adds messages to the inbox, also those that are sent. */
const showInInbox =
  (services: Services) =>
  async ({ parameters, recipient: to, ...message }: OutgoingMessage): Promise<void> => {
    const { id, channel, template, language, subject, text, html } = message;
    const code = 'code' in parameters ? parameters.code : null;
    const link = ('link' in parameters && parameters.link) || null;
    const time = services.clock.now().toISOString();
    await addToInbox(services, { id, channel, to, template, language, subject, text, html, code, link, time });
    services.nudges.publish({ kind: 'messages' });
  };
