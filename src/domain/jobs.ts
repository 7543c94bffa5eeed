import { z } from 'zod';
import { type JobOperation, jobOperations } from '../vocabulary/job-shapes.ts';
import type { Permission } from '../vocabulary/permissions.ts';
import { badUserInput, invalidField, invalidInput } from './failure.ts';
import { validate } from './problems.ts';
import { idSchema, idsSchema } from './text.ts';

/** Fields of the operations besides the user. Each operation has some of them. */
const fields = {
  roleIds: idsSchema.optional().describe('`assignUserRoles`: the roles to assign. Existing ones are kept.'),
  roleId: idSchema.optional().describe('`removeUserRole`: the role to remove.'),
  isSuspended: z.boolean().optional().describe('`setUserSuspended`: true to suspend users, false to reactivate them.'),
  organizationId: idSchema
    .optional()
    .describe('`setOrganizationMember` and `removeOrganizationMember`: the organization.'),
  organizationRoleIds: idsSchema
    .optional()
    .describe('`setOrganizationMember`: the new organization roles of the members; none if omitted.'),
};
type Field = keyof typeof fields;
const jobFields = Object.keys(fields) as Field[];

export const jobOperationSchema = z.enum(jobOperations).describe('The operation to run for each user.');
export const jobInputShape = fields;

/** What each operation needs, the permission that it requires besides users:write, and whether a recent sign-in. */
const needs: Record<
  JobOperation,
  { required: Field[]; optional?: Field[]; permission?: Permission; recentSignIn?: true }
> = {
  assignUserRoles: { required: ['roleIds'] },
  removeUserRole: { required: ['roleId'] },
  setUserSuspended: { required: ['isSuspended'] },
  endUserSessions: { required: [] },
  setOrganizationMember: {
    required: ['organizationId'],
    optional: ['organizationRoleIds'],
    permission: 'organizations:write',
  },
  removeOrganizationMember: { required: ['organizationId'], permission: 'organizations:write' },
  deleteUser: { required: [], recentSignIn: true },
};

export const permissionsOfJob = (operation: JobOperation): Permission[] => {
  const { permission } = needs[operation];
  return permission ? ['users:write', permission] : ['users:write'];
};

export const isForRecentSignIn = (operation: JobOperation): boolean => needs[operation].recentSignIn ?? false;

/** The input of the operation besides the user. Throws BAD_USER_INPUT at each field that it lacks or does not have. */
export function readJobInput(operation: JobOperation, given: Partial<Record<Field, unknown>>): Record<string, unknown> {
  const { required, optional = [] } = needs[operation];
  const present = jobFields.filter((field) => given[field] !== undefined);
  const missing = required.filter((field) => !present.includes(field));
  const columns = [...required, ...optional];
  const others = present.filter((field) => !columns.includes(field));
  const takes = columns.length ? `only ${columns.join(' and ')}` : 'none of these fields';
  const problems = [
    ...missing.map((field) => problemAt(field, 'REQUIRED', 'Is required for this operation.')),
    ...others.map((field) => problemAt(field, 'UNKNOWN_FIELD', `This operation takes ${takes}.`)),
  ];
  if (problems.length) throw invalidInput(problems);
  return Object.fromEntries(present.map((field) => [field, given[field]]));
}

const problemAt = (field: Field, code: 'REQUIRED' | 'UNKNOWN_FIELD', message: string) => ({
  path: [field],
  code,
  message,
});

/** Who started a job, and what it was permitted to do then. */
const starterSchema = z.strictObject({
  kind: z.enum(['user', 'application', 'platform']),
  /** Null for the platform. */
  id: z.string().nullable(),
  permissions: z.array(z.string()),
  organizations: z.array(z.tuple([z.string(), z.array(z.string())])),
  applicationIds: z.array(z.string()),
  /** The application whose exchange gave it these rights. */
  exchangedBy: z.string().optional(),
  /** The session epoch of its record: later ones end the job. */
  sessionEpoch: z.int(),
  /** The same of the applications, by id. */
  applicationSessionEpochs: z.record(z.string(), z.int()),
  /** The session in which it was started; null without one. */
  sessionId: z.string().nullable(),
});
export type Starter = z.infer<typeof starterSchema>;

/** Refuses a job for more users than the limit. */
export function checkTotal(total: number, limit: number): void {
  if (total > limit) {
    const message = `More than ${limit} users match. Narrow the filter.`;
    throw invalidField({ path: ['filter'], code: 'TOO_LARGE', message, maximum: limit });
  }
}

export const readStarter = (stored: unknown): Starter => {
  const { data } = validate(starterSchema, stored);
  if (!data) throw badUserInput('Unknown job.');
  return data;
};
