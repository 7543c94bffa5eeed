import pg from 'pg';
import { afterAll, beforeAll, beforeEach, vi } from 'vitest';

/** The statements of a test that PostgreSQL ended because of a deadlock, whether they were repeated or not. */
export function recordDeadlocks(): string[] {
  const found: string[] = [];
  const record = (error: unknown, statement: unknown): void => {
    const text = typeof statement === 'string' ? statement : (statement as { text?: string }).text;
    if ((error as { code?: string }).code === '40P01') found.push(text?.trim().slice(0, 100) ?? '');
  };
  function recorded(query: unknown) {
    return function (this: pg.Client, ...given: unknown[]): unknown {
      const result = Reflect.apply(query as () => unknown, this, given);
      if (result instanceof Promise) result.catch((error: unknown) => record(error, given[0]));
      return result;
    };
  }
  beforeAll(() => {
    const { query } = pg.Client.prototype;
    const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(recorded(query));
    afterAll(() => spy.mockRestore());
  });
  beforeEach(() => void found.splice(0));
  return found;
}
