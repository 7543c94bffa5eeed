import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { newWorld } from '../operations/world.ts';
import { everything, startRest } from './api.ts';

const run = promisify(execFile);
const readme = readFileSync('README.md', 'utf8');
const [, program = ''] = /### Making what an exchange needs\n[\s\S]*?```js\n([\s\S]*?)```/.exec(readme) ?? [];

it("the README's program makes an application that may exchange, and a person who holds a scope", async () => {
  await using rest = await startRest();
  const { prisma } = rest.kernel.database;
  const { other } = await newWorld(rest.kernel);
  const here = program.replace('http://localhost:3000/api', rest.url);
  const args = ['--input-type=module', '--eval', here];
  const { stdout } = await run(process.execPath, args, { env: { TOKEN: everything, USER_ID: other } });
  const [, clientId = '', clientSecret = ''] = /^CLIENT_ID=(\S+)\nCLIENT_SECRET=(\S+)\n$/.exec(stdout) ?? [];
  const application = await prisma.application.findUniqueOrThrow({
    where: { id: clientId },
    include: { secrets: { omit: { hash: false } } },
  });
  expect(application).toMatchObject({ type: 'MACHINE_TO_MACHINE', tokenExchangeAllowed: true });
  expect(application.secrets.map((secret) => Buffer.from(secret.hash))).toEqual([
    hash('sha256', clientSecret, 'buffer'),
  ]);
  const where = { roles: { some: { role: { users: { some: { userId: other } } } } } };
  const scopes = await prisma.scope.findMany({ where, include: { resource: true } });
  expect(scopes.map(({ name, resource }) => [name, resource.indicator])).toEqual([
    ['orders:read', 'https://api-b.example.com'],
  ]);
});
