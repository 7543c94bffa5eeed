import { z } from 'zod';
import { fieldFacts } from '../vocabulary/field-facts.ts';
import { type JobOperation, jobOperations } from '../vocabulary/records/job-shapes.ts';
import type { Permission } from '../vocabulary/permissions.ts';
import { badUserInput, invalidField, invalidInput } from './failure.ts';
import { validate } from './problems.ts';
import { capitalized, idSchema, idsSchema } from './text.ts';
import { examples, field } from '../vocabulary/shape-parts.ts';

/** Fields of the operations besides the user. */
type Field = 'roleIds' | 'roleId' | 'isSuspended' | 'organizationId' | 'organizationRoleIds';

/** The needs of each operation: fields, a permission besides users:write, a recent sign-in. */
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
const fieldsOf = (operation: JobOperation): Field[] => [
  ...needs[operation].required,
  ...(needs[operation].optional ?? []),
];

/** A field of the input, whose description begins with the operations that have it. */
function described<Schema extends z.ZodType>(field: Field, schema: Schema, meaning: string): z.ZodOptional<Schema> {
  const values = jobOperations.filter((operation) => fieldsOf(operation).includes(field));
  const facts = { onlyWith: { field: 'operation', values }, description: capitalized(meaning) };
  const names = values.map((operation) => `\`${operation}\``).join(' and ');
  const optional = schema.optional().describe(`${names}: ${meaning}`);
  fieldFacts.add(optional, facts);
  return optional;
}

export const jobOperationSchema = field(
  z.enum(jobOperations),
  'The operation to run for each user.',
  'setUserSuspended',
);
export const jobInputShape = {
  roleIds: described('roleIds', idsSchema('role'), 'the roles to assign. Existing ones are kept.'),
  roleId: described('roleId', idSchema('role'), 'the role to remove.'),
  isSuspended: described(
    'isSuspended',
    z.boolean().register(examples, { example: true }),
    'true to suspend users, false to reactivate them.',
  ),
  organizationId: described('organizationId', idSchema('organization'), 'the organization that users join or leave.'),
  organizationRoleIds: described(
    'organizationRoleIds',
    idsSchema('organizationRole'),
    'the new organization roles of the members; none if omitted.',
  ),
} satisfies Record<Field, z.ZodType>;
const jobFields = Object.keys(jobInputShape) as Field[];

export const permissionsOfJob = (operation: JobOperation): Permission[] => {
  const { permission } = needs[operation];
  return permission ? ['users:write', permission] : ['users:write'];
};

export const isForRecentSignIn = (operation: JobOperation): boolean => needs[operation].recentSignIn ?? false;

/** The input of the operation besides the user. Throws BAD_USER_INPUT at each field that it lacks or does not have. */
export function readJobInput(
  operation: JobOperation,
  values: Partial<Record<Field, unknown>>,
): Record<string, unknown> {
  const present = jobFields.filter((field) => values[field] !== undefined);
  const missing = needs[operation].required.filter((field) => !present.includes(field));
  const fields = fieldsOf(operation);
  const others = present.filter((field) => !fields.includes(field));
  const takes = fields.length ? `only ${fields.join(' and ')}` : 'none of these fields';
  const problems = [
    ...missing.map((field) => problemAt(field, 'REQUIRED', 'Is required for this operation.')),
    ...others.map((field) => problemAt(field, 'UNKNOWN_FIELD', `This operation takes ${takes}.`)),
  ];
  if (problems.length) throw invalidInput(problems);
  return Object.fromEntries(present.map((field) => [field, values[field]]));
}

const problemAt = (field: Field, code: 'REQUIRED' | 'UNKNOWN_FIELD', message: string) => ({
  path: [field],
  code,
  message,
});

/** The actor that started a job, with its permissions at that time. */
const starterSchema = z.strictObject({
  kind: z.enum(['user', 'application', 'platform']),
  /** Null for the platform. */
  id: z.string().nullable(),
  permissions: z.array(z.string()),
  organizations: z.array(z.tuple([z.string(), z.array(z.string())])),
  applicationIds: z.array(z.string()),
  /** The application whose exchange gave it these rights. */
  exchangedBy: z.string().optional(),
  /** The session epoch in its access token: later ones of its record end the job. */
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
