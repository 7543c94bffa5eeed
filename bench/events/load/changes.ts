import { idOf } from '../../exchange/fixture/people.ts';

/** Renames a user through REST. Resolves with the response; rejects if it is refused. */
export async function rename(port: number, token: string, user: number, name: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/api/users/${idOf('user', user)}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`A change failed with ${response.status}: ${text}`);
}

let serial = 0;

/** Renames user 0 to another name each time. */
export const renamer = (port: number, token: string) => () =>
  rename(port, token, 0, `Name ${String(serial++).padStart(9, '0')}`);

/**
 * A constant load: this many changes per second, of users other than 0 in turn, whether or not earlier ones have a
 * response.
 */
interface SteadyLoad {
  /** Stops after all responses. Resolves with the number of changes per second; rejects if one was refused. */
  end(): Promise<number>;
}

export function startSteadyLoad(
  port: number,
  token: string,
  { perSecond, users }: { perSecond: number; users: number },
): SteadyLoad {
  const startedAt = performance.now();
  const changes: Promise<void>[] = [];
  const due = () => ((performance.now() - startedAt) / 1000) * perSecond;
  const timer = setInterval(() => {
    while (changes.length < due()) {
      changes.push(
        rename(port, token, 1 + (changes.length % (users - 1)), `Name ${String(serial++).padStart(9, '0')}`),
      );
    }
  }, 5);
  return {
    async end() {
      clearInterval(timer);
      await Promise.all(changes);
      return changes.length / ((performance.now() - startedAt) / 1000);
    },
  };
}
