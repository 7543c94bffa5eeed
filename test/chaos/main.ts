import { randomInt } from 'node:crypto';
import { raceEndings } from './endings/race.ts';
import { restoreToPointInTime } from './failover/restore.ts';
import { failOver } from './failover/run.ts';
import { disturbLedger } from './ledger/disturb.ts';
import { type Options, readOptions, usage } from './options.ts';
import { disturbPeople } from './people/disturb.ts';
import { followRevocations } from './revocations/follow.ts';
import { restartInTurn } from './rolling/run.ts';
import { runChaos } from './run.ts';
import { renderTally } from './tally.ts';

process.exit(await main());

async function main(): Promise<number> {
  const options = read();
  if (!options) return 1;
  if (options.help) {
    console.log(usage);
    return 0;
  }
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => ending.abort(new Error(`ended by ${signal}`)));
  const report = (line: string): void => console.log(line);
  try {
    if (options.endings) return await raceEndings({ ...options, report, signal: ending.signal });
    if (options.revocations) return await followRevocations({ ...options, report, signal: ending.signal });
    if (options.ledger) return await disturbLedger({ ...options, report, signal: ending.signal });
    if (options.people) return await disturbPeople({ ...options, report, signal: ending.signal });
    if (options.failover) return await failOver({ report, signal: ending.signal });
    if (options.restore) return await restoreToPointInTime({ report, signal: ending.signal });
    if (options.rolling) return await restartInTurn({ report, signal: ending.signal });
    const outcome = await runChaos({ ...options, report, signal: ending.signal });
    console.log(renderTally(outcome));
    return outcome.differences.length ? 1 : 0;
  } catch (error) {
    console.error(error);
    return 1;
  }
}

function read(): Options | undefined {
  try {
    return readOptions(process.argv.slice(2), randomInt(2 ** 32));
  } catch (error) {
    console.error((error as Error).message);
    return undefined;
  }
}
