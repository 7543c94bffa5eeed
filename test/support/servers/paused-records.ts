import pg from 'pg';
import { expect } from 'vitest';
import { waitingForLocks } from './database.ts';
import type { TestIssuer } from '../issuer.ts';

/** Pauses requests to the issuer when they first store a record of a model. */
export interface Gate {
  /** Its connection. */
  client: pg.Client;
  /** Sends a request, waits until it stores a record of this model, makes the change, and lets the request continue. */
  during<T>(model: string, request: () => Promise<T>, change: () => Promise<unknown>): Promise<T>;
  close(): Promise<void>;
}

export async function openGate(issuer: TestIssuer): Promise<Gate> {
  const gate = new pg.Client({ connectionString: issuer.databaseUrl });
  await gate.connect();
  await issuer.database.pool.query(`
    CREATE TABLE held (model text);
    CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT FROM held WHERE model = NEW.model) THEN PERFORM pg_advisory_xact_lock_shared(1); END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER hold BEFORE INSERT ON oidc_records FOR EACH ROW EXECUTE FUNCTION hold()`);
  return {
    client: gate,
    async during(model, request, change) {
      await gate.query('SELECT pg_advisory_lock(1)');
      await gate.query('INSERT INTO held VALUES ($1)', [model]);
      const answer = request();
      try {
        await expect.poll(() => waitingForLocks(issuer.database), { interval: 5 }).toBe(1);
        await change();
      } finally {
        await gate.query('DELETE FROM held');
        await gate.query('SELECT pg_advisory_unlock(1)');
      }
      return answer;
    },
    close: () => gate.end(),
  };
}
