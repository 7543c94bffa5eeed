import type { Logger } from './logger.ts';

/** Milliseconds. */
const slowRead = 5000;

/** Runs a read of a list, and logs the list if that takes long, however it ends. */
export async function timed<T>(
  list: string,
  logger: Pick<Logger, 'warn'>,
  read: () => Promise<T>,
  { slow = slowRead }: { slow?: number } = {},
): Promise<T> {
  const begin = performance.now();
  try {
    return await read();
  } finally {
    const milliseconds = Math.round(performance.now() - begin);
    if (milliseconds >= slow) logger.warn({ list, milliseconds }, 'list: slow');
  }
}
