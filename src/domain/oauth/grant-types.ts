import type { ApplicationType, GrantType } from '../../vocabulary/resources.ts';
import type { FieldProblem } from '../failure.ts';
import { indexOfRepeated } from '../repeated.ts';

// People do not sign in to a service. RFC 6749 §4.4 allows client credentials only to confidential clients.
const allowed: Readonly<Record<ApplicationType, readonly GrantType[]>> = {
  MACHINE_TO_MACHINE: ['CLIENT_CREDENTIALS'],
  TRADITIONAL_WEB: ['AUTHORIZATION_CODE', 'REFRESH_TOKEN', 'CLIENT_CREDENTIALS'],
  SINGLE_PAGE: ['AUTHORIZATION_CODE', 'REFRESH_TOKEN'],
  NATIVE: ['AUTHORIZATION_CODE', 'REFRESH_TOKEN'],
};

/** The grants that an application may use: those that its type allows, of those in its settings. */
export const usableGrantTypes = ({
  type,
  grantTypes,
}: {
  type: ApplicationType;
  grantTypes?: readonly string[] | null | undefined;
}): GrantType[] => allowed[type].filter((grantType) => grantTypes?.includes(grantType) ?? true);

/** The mistakes in the grants of an application. */
export function grantTypeProblems(type: ApplicationType, grantTypes: readonly string[]): FieldProblem[] {
  const problem = (index: number, message: string): FieldProblem => ({
    path: ['grantTypes', index],
    code: 'INVALID_VALUE',
    message,
  });
  const repeated = indexOfRepeated(grantTypes);
  return grantTypes.flatMap((grantType, index) => {
    if (!allowed[type].some((one) => one === grantType))
      return [problem(index, 'Applications of this type cannot use this grant.')];
    if (index === repeated) return [problem(index, 'Must not be given twice.')];
    const isAlone = grantType === 'REFRESH_TOKEN' && !grantTypes.includes('AUTHORIZATION_CODE');
    return isAlone ? [problem(index, 'Requires AUTHORIZATION_CODE, which issues refresh tokens.')] : [];
  });
}
