import type { Database } from '../../platform/database/database.ts';
import { hasPendingMessages } from '../../store/messages/outbox.ts';
import { startWhenNeeded } from '../start-when-needed.ts';
import type { EngineServices } from './engine.ts';

type MessageServices = EngineServices & { database: Database };

/** Starts the engine when the first message is pending. Returns a function that stops it. */
export const startMessages = (services: MessageServices): (() => Promise<void>) =>
  startWhenNeeded({
    name: 'messages',
    isNeeded: () => hasPendingMessages(services.database),
    start: async () => (await import('./engine.ts')).startEngine(services),
    onChange: (listener) =>
      services.nudges.subscribe(({ kind }) => {
        if (kind === 'messages' || kind === 'everything') listener();
      }),
    logger: services.logger,
  });
