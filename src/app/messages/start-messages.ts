import { startMessages } from '../../delivery/messages/start.ts';
import type { Metrics } from '../../server/metrics.ts';
import type { OutgoingMessage } from '../../platform/messaging/sender.ts';
import { addToInbox } from '../../store/messages/inbox.ts';
import { mailBrandReader } from './mail-brand-reader.ts';
import type { Services } from '../services.ts';

/** Sends messages to people. Returns a function that stops it. */
export function startMessageDelivery(services: Services, { countMessage }: Metrics): () => Promise<void> {
  const { config, database, inboxToken } = services;
  const { publicUrl } = config;
  const readBrand = mailBrandReader(config, database);
  const record = inboxToken === null ? undefined : showInInbox(services);
  return startMessages({ ...services, publicUrl, readBrand, count: countMessage, record });
}

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
