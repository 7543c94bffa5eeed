import type { Operation } from '../kernel/operation.ts';
import { createUser } from './users/create-user.ts';
import { setUserSuspended } from './users/set-user-suspended.ts';
import { updateUser } from './users/update-user.ts';

/** The registry: every operation, listed by hand. Surfaces, permission checks and documentation derive from it. */
export const operations: readonly Operation[] = [createUser, updateUser, setUserSuspended];
