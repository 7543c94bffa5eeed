import { signInAsApplication } from '../../tools/demo/management.ts';
import { type Client, exchange, type Installation, mutate } from './installation.ts';

interface Load {
  /** Resolves after so many further requests. */
  more(requests: number): Promise<void>;
  stop(): Promise<{ requests: number; failures: string[]; roles: number }>;
}

/** Exchanges the person's token and creates roles, one after the other, until it is stopped. */
export async function startLoad(url: string, client: Client, installation: Installation): Promise<Load> {
  const management = await signInAsApplication(url, client);
  const failures: string[] = [];
  const waiting: { at: number; resolve: () => void }[] = [];
  const ending = new AbortController();
  let [requests, roles] = [0, 0];
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      failures.push(String(error));
      return false;
    } finally {
      requests++;
      for (const { resolve } of waiting.filter(({ at }) => at <= requests)) resolve();
    }
  };
  const run = async () => {
    for (let turn = 0; !ending.signal.aborted; turn++) {
      await attempt(() => exchange(url, installation));
      const name = `Role ${turn} ${Math.random()}`;
      if (await attempt(() => mutate(management, 'createRole', 'role { id }', { name }))) roles++;
    }
  };
  const running = run();
  return {
    more: (count) => new Promise((resolve) => waiting.push({ at: requests + count, resolve })),
    async stop() {
      ending.abort();
      await running;
      return { requests, failures: [...new Set(failures)], roles };
    },
  };
}
