import type { Operation } from '../kernel/operation.ts';
import { assignUserRoles } from './users/assign-user-roles.ts';
import { createUser } from './users/create-user.ts';
import { deleteUser } from './users/delete-user.ts';
import { removeUserRole } from './users/remove-user-role.ts';
import { setUserPassword } from './users/set-user-password.ts';
import { setUserSuspended } from './users/set-user-suspended.ts';
import { updateUserCustomData } from './users/update-user-custom-data.ts';
import { updateUserProfile } from './users/update-user-profile.ts';
import { updateUser } from './users/update-user.ts';

/** The registry: every operation, listed by hand. Surfaces, permission checks and documentation derive from it. */
export const operations: readonly Operation[] = [
  createUser,
  updateUser,
  updateUserCustomData,
  updateUserProfile,
  setUserPassword,
  setUserSuspended,
  deleteUser,
  assignUserRoles,
  removeUserRole,
];
