import type pg from 'pg';
import { assignPositions } from '../../src/store/event-positions.ts';
import { connect } from '../shared/database.ts';
import { type Compared, comparePairs, type Comparison, type Side } from '../shared/pairs.ts';
import { cpuSeconds } from '../shared/processor.ts';
import { commitEvents } from './fixture/events.ts';

export interface PositionsBench {
  /** A database of its own for each side. */
  makeDatabase(name: string): Promise<string>;
  dropDatabase(name: string): Promise<void>;
  users: number;
  starts: number;
  pairs: number;
  log(line: string): void;
}

/** Events that are committed together, as by a change of a few records, and by a bulk operation. */
const batches = { few: 4, many: 1000 } as const;
export type Batch = keyof typeof batches;
export const positionsTitle = (batch: Batch): string =>
  `positions of ${batches[batch]} events at a time, earlier way to this one`;
/** Events of a slice. */
const perSlice = { few: 200, many: 1000 } as const;

/** The processor time of PostgreSQL for positions: with earlier statements and indexes, and with these. */
export function comparePositions(bench: PositionsBench): Promise<Compared[]> {
  const comparisonOf = (batch: Batch): Comparison => ({
    title: positionsTitle(batch),
    start: [() => startAssigning(bench, batch, earlierWay), () => startAssigning(bench, batch, thisWay)],
  });
  return comparePairs([comparisonOf('few'), comparisonOf('many')], bench);
}

interface Way {
  name: string;
  prepare: string;
  assign(client: pg.Client): Promise<void>;
}

/** Events that are committed, and get their positions on a connection of their own, whose backend alone counts. */
async function startAssigning(
  { makeDatabase, dropDatabase, users }: PositionsBench,
  batch: Batch,
  way: Way,
): Promise<Side> {
  const database = `mandate_bench_positions_${way.name}`;
  const url = await makeDatabase(database);
  const [writer, reader] = [await connect(url), await connect(url)];
  await writer.query(way.prepare);
  const { rows } = await reader.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const pid = rows[0]?.pid ?? 0;
  const work = async () => {
    let seconds = 0;
    for (let count = 0; count < perSlice[batch]; count += batches[batch]) {
      await commitEvents(writer, batches[batch], users);
      const before = cpuSeconds(pid);
      await way.assign(reader);
      seconds += cpuSeconds(pid) - before;
    }
    return { units: perSlice[batch], cpu: (seconds * 1e6) / perSlice[batch], databaseCpu: 0, foreign: 0 };
  };
  return {
    title: `${way.name}, ${batches[batch]} events`,
    warmUp: work,
    slice: work,
    async stop() {
      await Promise.all([writer.end(), reader.end()]);
      await dropDatabase(database);
    },
  };
}

const thisWay: Way = {
  name: 'platform',
  prepare: '',
  assign: (client) => assignPositions({ pool: client }),
};

/** The statements, and the indexes, before events got their position by a function. */
const earlierWay: Way = {
  name: 'earlier',
  prepare: `
    DROP INDEX events_position_key;
    DROP INDEX events_type_position_idx;
    DROP INDEX events_organization_id_position_idx;
    DROP INDEX events_actor_position_idx;
    DROP INDEX events_request_position_idx;
    DROP INDEX events_operation_position_idx;
    DROP INDEX events_trace_position_idx;
    DROP INDEX events_occurred_at_idx;
    CREATE UNIQUE INDEX ON events (position);
    CREATE INDEX ON events (type, position);
    CREATE INDEX ON events (organization_id, position);
    CREATE INDEX ON events ((actor #> '{id}'), position);
    CREATE INDEX ON events ((cause #> '{requestId}'), position);
    CREATE INDEX ON events ((cause #> '{operation}'), position);
    CREATE INDEX ON events ((cause #> '{traceId}'), position);
    CREATE INDEX ON events (occurred_at);
    CREATE UNIQUE INDEX ON events (sequence)`,
  async assign(client) {
    const pending = 'SELECT EXISTS (SELECT FROM events WHERE position IS NULL) AS pending';
    while ((await client.query<{ pending: boolean }>(pending)).rows[0]?.pending) {
      const results = (await client.query(earlierBatch)) as unknown as { rows: { assigned: number }[] }[];
      if ((results[1]?.rows[0]?.assigned ?? 0) < 1000) return;
    }
  },
};

const earlierBatch = `
  SELECT position FROM event_head FOR UPDATE;
  WITH pending AS (
    SELECT id, row_number() OVER (ORDER BY sequence) AS place
    FROM (SELECT id, sequence FROM events WHERE position IS NULL ORDER BY sequence LIMIT 1000) AS oldest
  ), assigned AS (
    UPDATE events SET position = head.position + pending.place
    FROM pending, event_head AS head WHERE events.id = pending.id
    RETURNING events.position
  )
  UPDATE event_head SET position = (SELECT max(position) FROM assigned) WHERE EXISTS (SELECT FROM assigned)
  RETURNING (SELECT count(*) FROM assigned)::int AS assigned`;
