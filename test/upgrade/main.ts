import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Agent, setGlobalDispatcher } from 'undici';
import { systemIds } from '../../src/platform/ids/ids.ts';
import { checkOut, lastVersion } from '../../tools/last-version.ts';
import { killAll, temporaryDataDir } from '../support/servers/platform-process.ts';
import { upgrade } from './upgrade.ts';

const help = `npm run check:upgrade: the upgrade from the last version, beside its running process.

Builds the last version (the tag of "version" in package.json, or the commit that set it) in a temporary
worktree, fills its database through its public interfaces, and starts this version beside it while requests arrive. No
request may fail, and every record, sign-in, token and webhook goes on. If a migration is breaking, the start must refuse
it while the old process runs. Takes two minutes. Exit code 1 if something is lost or fails.

  --from COMMIT   another version to upgrade from
  --help`;

// Each request has a connection of its own: a process that stops closes those that are idle, which one may be sent on.
setGlobalDispatcher(new Agent({ pipelining: 0 }));

process.exit(await main(process.argv.slice(2)));

async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { from: { type: 'string' }, help: { type: 'boolean' } } });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const commit = values.from ?? lastVersion();
  if (commit === undefined) {
    console.log('There is no earlier version.');
    return 0;
  }
  const checkout = checkOut(commit, (line) => console.log(line));
  const data = temporaryDataDir();
  try {
    const client = { clientId: systemIds.next('application'), clientSecret: randomBytes(32).toString('base64url') };
    const failures = await upgrade({ title: checkout.title, root: checkout.root, data: data.path, client });
    for (const failure of failures) console.log(`FAILED  ${failure}`);
    return failures.length ? 1 : 0;
  } catch (error) {
    console.error((error as Error).message);
    return 1;
  } finally {
    killAll();
    await data.remove();
    checkout.remove();
  }
}
