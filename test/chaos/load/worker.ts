import type { StateEvent } from '../judge/cells.ts';
import type { Chance } from './chance.ts';
import {
  changeAtOnce,
  createOrganization,
  createRole,
  createUser,
  deleteOrganization,
  deleteRole,
  deleteUser,
  rename,
  toggleMembership,
  toggleRole,
  toggleSuspension,
} from './changes.ts';
import type { Client } from './client.ts';

/** Records that all workers share: a role, and an organization. */
export interface Commons {
  roleId: string;
  organizationId: string;
}

export interface User {
  id: string;
  isSuspended: boolean;
  roleIds: Set<string>;
  organizationIds: Set<string>;
}

interface Surroundings {
  client: Client;
  commons: Commons;
  chance: Chance;
  /** Records the expected event of a response. */
  record(event: StateEvent): void;
}

/** A worker with its records. No other client changes them, so it knows their state. */
export interface Worker extends Surroundings {
  name: string;
  names: number;
  users: User[];
  roles: string[];
  organizations: string[];
}

export const createWorker = (name: string, surroundings: Surroundings): Worker => ({
  ...surroundings,
  name,
  names: 0,
  users: [],
  roles: [],
  organizations: [],
});

/** A random action that is possible now. */
export function step(worker: Worker): Promise<void> {
  const { users, roles, organizations, commons, chance } = worker;
  const die = chance.below(100);
  if (users.length < 3 || die < 12) return createUser(worker);
  if (roles.length < 1 || die < 15) return createRole(worker);
  if (organizations.length < 1 || die < 18) return createOrganization(worker);
  const user = chance.pick(users);
  if (die < 24) return changeAtOnce(worker, user);
  if (die < 38) return rename(worker);
  if (die < 55) return toggleSuspension(worker, user);
  if (die < 70) return toggleRole(worker, user);
  if (die < 88) return toggleMembership(worker, user, chance.pick([commons.organizationId, ...organizations]));
  if (die < 96) return deleteUser(worker, user);
  return die < 98 ? deleteRole(worker) : deleteOrganization(worker);
}
