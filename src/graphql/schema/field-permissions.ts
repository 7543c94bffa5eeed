import { type GraphQLSchema, isInterfaceType, isObjectType } from 'graphql';
import type { Permission } from '../../vocabulary/permissions.ts';

/** The permissions that a field, or every field of a type, requires. */
export interface FieldPermission {
  typeName: string;
  /** Null for a type: what its records require, whichever field leads to them. */
  fieldName: string | null;
  /** All of them are required. */
  permissions: readonly Permission[];
  /** Whether it is enough to hold them in one organization, for the records that belong to it. */
  isSufficientInOrganization: boolean;
}

/** As access.ts declares it: an object, or a function whose result for no caller shows what is missing. */
interface Scopes {
  permission?: Permission;
  anywhere?: Permission;
  all?: readonly Permission[];
}
type Declared = Scopes | (((...args: unknown[]) => Scopes | boolean) & { inOrganization?: boolean });

/** The permissions of all types and fields of a schema that require one, besides mutations. */
export const fieldPermissionsOf = (schema: GraphQLSchema): FieldPermission[] =>
  Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) || isInterfaceType(type))
    .filter((type) => type !== schema.getMutationType())
    .flatMap((type) => [
      ...required(type, type.name, null),
      ...Object.values(type.getFields()).flatMap((field) => required(field, type.name, field.name)),
    ])
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));

const keyOf = ({ typeName, fieldName }: FieldPermission): string => `${typeName}.${fieldName ?? ''}`;

const noCaller = { actor: null };

function required(
  { extensions }: { extensions: Readonly<Record<string, unknown>> },
  typeName: string,
  fieldName: string | null,
): FieldPermission[] {
  const { authScopes } = (extensions['pothosOptions'] ?? {}) as { authScopes?: Declared };
  if (authScopes === undefined) return [];
  // A type is given the record and the context; a field is given its arguments in between.
  const scopes = typeof authScopes === 'function' ? authScopes({}, noCaller, noCaller) : authScopes;
  if (typeof scopes === 'boolean') return [];
  const { permission, anywhere, all = [] } = scopes;
  const permissions = [permission, anywhere, ...all].filter((name) => name !== undefined);
  const isSufficientInOrganization =
    anywhere !== undefined || (typeof authScopes === 'function' && authScopes.inOrganization === true);
  return permissions.length ? [{ typeName, fieldName, permissions, isSufficientInOrganization }] : [];
}
