import { randomInt } from 'node:crypto';
import { type Options, readOptions, usage } from './options.ts';
import { runChaos } from './run.ts';
import { renderTally } from './tally.ts';

process.exitCode = await main();

async function main(): Promise<number> {
  const options = read();
  if (!options) return 1;
  if (options.help) {
    console.log(usage);
    return 0;
  }
  const outcome = await runChaos({ ...options, tell: (line) => console.log(line) });
  console.log(renderTally(outcome));
  return outcome.differences.length ? 1 : 0;
}

function read(): Options | undefined {
  try {
    return readOptions(process.argv.slice(2), randomInt(2 ** 32));
  } catch (error) {
    console.error((error as Error).message);
    return undefined;
  }
}
