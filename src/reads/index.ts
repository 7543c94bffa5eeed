import type { List } from './list.ts';
import { organizations } from './organizations.ts';
import { roles } from './roles.ts';
import { users } from './users.ts';

/** Every collection that can be read, whatever the door. */
export const lists: readonly List[] = [users, roles, organizations];
