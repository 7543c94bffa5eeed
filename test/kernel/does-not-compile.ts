import { z } from 'zod';
import type { Actor } from '../../src/kernel/actor.ts';
import { defineOperation, entity } from '../../src/kernel/operation.ts';
import type { Kernel } from '../../src/kernel/types.ts';

/**
 * Operations that must not compile. Nothing here runs: `tsc` reads this file with all others, and reports an expected
 * error that is missing.
 */
const base = {
  summary: 'For the compiler only.',
  permission: 'roles:write',
  route: { method: 'POST', path: '/a' },
  words: { title: 'Compile', button: 'Compile', danger: null },
  input: z.strictObject({ id: z.string() }),
  output: { role: entity('Role', 'A role.'), count: z.int().describe('A number.') },
} as const;
const { permission: _permission, route: _route, summary: _summary, words, ...bare } = base;
const { words: _words, ...wordless } = base;
const withoutDanger = { title: 'Compile', button: 'Compile' };
const ofThePlatform = { ...bare, permission: 'platform', route: null, summary: 'Own.', name: 'own' } as const;
const internal = { permission: 'platform', route: null } as const;
const role = {
  id: 'role_1',
  name: 'a',
  description: '',
  isDefault: false,
  createdAt: '2026-11-21T10:00:00.000Z',
  updatedAt: '2026-11-21T10:00:00.000Z',
};
const output = { role: 'role_1', count: 1 };

export const whatKeepsToItsDeclarations = defineOperation({
  ...base,
  name: 'good',
  always: ['Role.Created'],
  sometimes: ['Role.Scopes.Updated'],
  prepare: async () => ({ slow: 1 }),
  async run({ emit }, { id }, { slow }) {
    emit('Role.Created', id, { role });
    emit('Role.Scopes.Updated', id, { role, addedScopeIds: [], removedScopeIds: [] });
    return { role: id, count: slow };
  },
});

export const anEventThatIsNotDeclared = defineOperation({
  ...base,
  name: 'undeclared',
  always: ['Role.Created'],
  async run({ emit }) {
    // @ts-expect-error Role.Deleted is in the catalog but not declared here
    emit('Role.Deleted', 'role_1', { role });
    return output;
  },
});

export const anEventThatIsNotInTheCatalog = defineOperation({
  ...base,
  name: 'unknown',
  // @ts-expect-error the catalog spells it Role.Scopes.Updated
  always: ['Role.Scopes.Update'],
  run: async () => output,
});

export const anEventOfASilentOperation = defineOperation({
  ...base,
  name: 'silent',
  always: [],
  async run({ emit }) {
    // @ts-expect-error nothing is declared
    emit('Role.Created', 'role_1', { role });
    return output;
  },
});

export const payloadsOfAnotherShape = defineOperation({
  ...base,
  name: 'payload',
  always: ['Role.Scopes.Updated'],
  async run({ emit }) {
    // @ts-expect-error removedScopeIds is missing
    emit('Role.Scopes.Updated', 'role_1', { role, addedScopeIds: [] });
    // @ts-expect-error ids are strings
    emit('Role.Scopes.Updated', 'role_1', { role, addedScopeIds: [1], removedScopeIds: [] });
    // @ts-expect-error the event has no such field
    emit('Role.Scopes.Updated', 'role_1', { role, addedScopeIds: [], removedScopeIds: [], secret: 'x' });
    return output;
  },
});

export const declarationsThatLackSomething = [
  // @ts-expect-error every operation has a permission
  defineOperation({ ...bare, words, route: null, summary: 'Open.', name: 'open', always: [], run: async () => output }),
  // @ts-expect-error documentation derives from the summary
  defineOperation({ ...bare, ...internal, name: 'undescribed', always: [], run: async () => output }),
  // @ts-expect-error people read of an operation for callers what it does
  defineOperation({ ...wordless, name: 'wordless', always: [], run: async () => output }),
  // @ts-expect-error and whether something ends with it
  defineOperation({ ...wordless, words: withoutDanger, name: 'harmless', always: [], run: async () => output }),
  // @ts-expect-error "always" is required even if it is empty
  defineOperation({ ...base, name: 'unsaid', run: async () => output }),
];

export const declarationsOfWhatDoesNotExist = [
  // @ts-expect-error not in the list of permissions
  defineOperation({ ...base, permission: 'roles:admin', name: 'unknown', always: [], run: async () => output }),
  // @ts-expect-error operations are not read with GET
  defineOperation({ ...base, name: 'get', route: { method: 'GET', path: '/a' }, always: [], run: async () => output }),
  // @ts-expect-error no such kind of record
  entity('Person', 'A person.'),
];

export const exposureThatDoesNotFollowFromThePermission = [
  // @ts-expect-error an operation with a permission is in both APIs
  defineOperation({ ...base, name: 'hidden', route: null, always: [], run: async () => output }),
  // @ts-expect-error the platform's own operations are in no API
  defineOperation({ ...base, name: 'own', permission: 'platform', always: [], run: async () => output }),
  // @ts-expect-error and nobody reads of them
  defineOperation({ ...ofThePlatform, words, always: [], run: async () => output }),
];

export const operationsOfAFlow = defineOperation({
  ...wordless,
  route: null,
  permission: { flow: 'id' },
  name: 'flow',
  always: [],
  run: async () => output,
});

export const operationsOfAnotherFlow = defineOperation({
  ...wordless,
  route: null,
  // @ts-expect-error the input has no such field
  permission: { flow: 'flowId' },
  name: 'other',
  always: [],
  run: async () => output,
});

export const answersOfAnotherShape = [
  // @ts-expect-error count is missing
  defineOperation({ ...base, name: 'short', always: [], run: async () => ({ role: 'role_1' }) }),
  // @ts-expect-error count is a number
  defineOperation({ ...base, name: 'typed', always: [], run: async () => ({ role: 'role_1', count: '1' }) }),
  // @ts-expect-error a record is returned as its id or its whole row
  defineOperation({ ...base, name: 'record', always: [], run: async () => ({ role, count: 1 }) }),
];

export const whatRunWasNotGiven = defineOperation({
  ...base,
  name: 'ungiven',
  always: [],
  async run(_context, input, prepared) {
    // @ts-expect-error the input has no such field
    void input.name;
    // @ts-expect-error nothing was prepared
    void prepared.hash;
    return output;
  },
});

type CallerOf<Name extends keyof Kernel> = Parameters<Kernel[Name]>[Kernel[Name] extends Kernel['dryRun'] ? 0 : 1];

export const anActorThatWasReadBefore = (actor: Actor) => {
  // @ts-expect-error its rights may be lost when its turn comes
  const ofOperation: CallerOf<'execute'> = actor;
  // @ts-expect-error as above
  const ofBulk: CallerOf<'executeBulk'> = actor;
  // @ts-expect-error as above
  const ofDryRun: CallerOf<'dryRun'> = actor;
  return [ofOperation, ofBulk, ofDryRun];
};
