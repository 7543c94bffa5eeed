import type pg from 'pg';
import { assignPositions } from '../../src/store/event-positions.ts';
import { countDatabase } from '../shared/counters.ts';
import { type Conversation, runConversations } from '../shared/load/conversations.ts';
import { type Side, sliceOf, sliceSeconds } from '../shared/pairs.ts';
import { residentBytes } from '../shared/processor.ts';
import { type ServerProcess, startServer } from '../shared/server-process.ts';
import type { Scale } from './fixture/people.ts';
import { conversationOf, type LoadName } from './loads.ts';
import { probe } from './probe.ts';
import {
  accessToken,
  commandOf,
  databaseOf,
  type DatabaseName,
  isPlatform,
  type ServerName,
  titles,
} from './servers.ts';

/** The common parameters of all servers. */
export interface Bench {
  urls: Record<DatabaseName, string>;
  clients: Record<DatabaseName, pg.Client>;
  scales: Record<DatabaseName, Scale>;
  connections: number;
  /** Conversations of a part of the warm-up. */
  warmConversations: number;
  nodeOptions: string;
  /** Called with the resident bytes of a server after each slice. */
  noteResident(server: ServerName, bytes: number): void;
}

/** Conversations before each slice, until the caches of the processor contain the server again. */
const warmPerSlice = 16;

/** Starts a server for one load. */
export async function startSide(bench: Bench, server: ServerName, load: LoadName): Promise<Side> {
  const serverProcess = await startServer(commandOf(server, bench.urls, bench.nodeOptions));
  const token = isPlatform(server) ? await accessToken(serverProcess) : '';
  const tag = `bench-${server}-${load.split(' ')[0]}-${Date.now()}`.toLowerCase();
  const converse = conversationOf({ server, load, token, scale: bench.scales[databaseOf(server)], tag });
  return sideOf(bench, serverProcess, { server, load, converse });
}

interface Load {
  server: ServerName;
  load: LoadName;
  converse: Conversation;
}

function sideOf(bench: Bench, { port, pid, stop }: ServerProcess, { server, load, converse }: Load): Side {
  const { connections, warmConversations } = bench;
  const client = bench.clients[databaseOf(server)];
  let next = 0;
  const run = async (part: { warm: number; seconds: number; most: number }) => {
    const result = await runConversations({ ...part, port, pid, converse, connections, from: next });
    next = result.next;
    return result;
  };
  const endless = Number.POSITIVE_INFINITY;
  return {
    title: `${titles[server]}: ${isPlatform(server) ? load : load.replace('REST ', '')}`,
    warmUp: () => run({ warm: 0, seconds: endless, most: warmConversations }),
    async slice() {
      const spentByDatabase = await countDatabase(client);
      const { completed, spent } = await run({ warm: warmPerSlice, seconds: sliceSeconds, most: endless });
      const databaseSeconds = await spentByDatabase();
      bench.noteResident(server, residentBytes(pid));
      return sliceOf(completed, spent, (databaseSeconds * completed) / (completed + warmPerSlice));
    },
    stop,
  };
}

/** Starts a server, checks its responses to each load, and stops it. Returns the pages that it sent. */
export async function probeServer(bench: Bench, server: ServerName): Promise<unknown[]> {
  const serverProcess = await startServer(commandOf(server, bench.urls, bench.nodeOptions));
  try {
    const token = isPlatform(server) ? await accessToken(serverProcess) : '';
    const database = databaseOf(server);
    return await probe(serverProcess.port, { server, token, scale: bench.scales[database] }, bench.clients[database]);
  } finally {
    await serverProcess.stop();
  }
}

/**
 * Work that happens now and then at random moments, after ten thousands of writes. Positions are assigned once a minute
 * while nothing reads events. Deleted users are what autovacuum would remove: their names come before all others, so
 * that the planner reads past them for each search.
 */
export async function doBackgroundWork(client: pg.Client): Promise<void> {
  await assignPositions({ pool: client });
  await client.query('VACUUM (INDEX_CLEANUP ON) users');
}
