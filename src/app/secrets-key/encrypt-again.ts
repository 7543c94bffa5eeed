import { setTimeout } from 'node:timers/promises';
import { ConfigError } from '../../config.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Process, runningProcesses } from '../../store/processes.ts';
import { type SealedColumn, sealedColumns } from '../../store/sealed/columns.ts';
import { sealAgain, type Sealed } from '../../store/sealed/seal-again.ts';
import { counted } from './counted.ts';

interface Services {
  database: Pick<Database, 'pool'>;
  secretBox: SecretBox;
  isDryRun: boolean;
  /** Prints a line. */
  print(line: string): void;
}

/**
 * Encrypts everything with the first key of SECRETS_KEY that another of its keys has encrypted. Prints a line for each
 * kind, and at last whether the other keys are still needed. Returns whether they are not.
 */
export async function encryptAgain(services: Services): Promise<boolean> {
  const { database, secretBox, isDryRun, print } = services;
  // Before the values: what such a process encrypts later would be missed.
  const processes = await runningProcesses(database);
  const [firstKey = ''] = secretBox.keyIds;
  if (!isDryRun) requireKey(processes, firstKey);
  const total: Sealed = { again: 0, left: 0, lost: 0 };
  for (const column of sealedColumns) {
    const sealed = await sealColumn(services, column);
    print(`${column.content}: ${describe(sealed, isDryRun)}`);
    for (const name of ['again', 'left', 'lost'] as const) total[name] += sealed[name];
  }
  if (total.lost) print(`${counted(total.lost, 'value')} cannot be decrypted with any of the keys: see --lost.`);
  const others = processes.filter(({ keyIds }) => keyIds[0] !== firstKey).length;
  const { sentence, isUnused } = verdict(total, { others, isDryRun, keys: secretBox.keyIds.length });
  print(sentence);
  return isUnused || isDryRun;
}

function requireKey(processes: readonly Process[], key: string): void {
  const without = processes.filter(({ keyIds }) => !keyIds.includes(key)).length;
  if (!without) return;
  const who = `${counted(without, 'running process')} could not decrypt what its first key encrypts`;
  throw new ConfigError(`SECRETS_KEY: ${who}. Add that key to theirs, restart them, and run this again.`);
}

/** Runs of a column, while something else locks values in it. */
const maxRuns = 20;
/** Milliseconds between two of them. */
const pause = 250;
/** Values after which a line shows the progress. */
const reportInterval = 10_000;

async function sealColumn({ print, ...services }: Services, column: SealedColumn): Promise<Sealed> {
  let again = 0;
  let reported = 0;
  const onProgress = (sealed: Sealed): void => {
    const total = again + sealed.again;
    if (total - reported < reportInterval) return;
    reported = total;
    print(`${column.content}: ${total} so far`);
  };
  for (let run = 1; ; run++) {
    const sealed = await sealAgain(column, { ...services, onProgress });
    again += sealed.again;
    if (!sealed.left || run === maxRuns) return { ...sealed, again };
    await setTimeout(pause);
  }
}

function describe({ again, left, lost }: Sealed, isDryRun: boolean): string {
  const parts = [
    isDryRun ? `${again} to encrypt again` : `${again} encrypted again`,
    ...(left ? [`${left} locked`] : []),
    ...(lost ? [`${lost} cannot be decrypted`] : []),
  ];
  return parts.join(', ');
}

interface Findings {
  /** Running processes that encrypt with another key. */
  others: number;
  isDryRun: boolean;
  /** Keys of SECRETS_KEY. */
  keys: number;
}

function verdict({ again, left }: Sealed, { others, isDryRun, keys }: Findings) {
  const who = `${counted(others, 'running process')} still ${others === 1 ? 'encrypts' : 'encrypt'} with another key`;
  const needed = { isUnused: false };
  if (left) return { ...needed, sentence: `Not finished: ${counted(left, 'value')} stayed locked. Run this again.` };
  if (others)
    return {
      ...needed,
      sentence: `${who}: put the new one first in SECRETS_KEY there, restart, and run this again.`,
    };
  if (isDryRun && again) return { ...needed, sentence: 'Nothing was changed.' };
  const only = 'Everything that can be decrypted is encrypted with the only key of SECRETS_KEY.';
  return { isUnused: true, sentence: keys > 1 ? unused : only };
}

const unused =
  'Nothing needs the other keys of SECRETS_KEY any more. Remove them in an hour, when sign-ins in progress and their codes have ended. Browsers that have not returned until then sign in again.';
