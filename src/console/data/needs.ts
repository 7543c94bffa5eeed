import needs from '../generated/needs.json' with { type: 'json' };

/** Name of a mutation. */
export type OperationName = keyof typeof needs;

/** The requirements of a mutation. */
export interface Need {
  /** Null if the viewer changes what is their own. */
  permission: string | null;
  /** Whether it is enough to hold the permission in the organization that the input names. */
  isPossibleInOrganization?: boolean;
}

export const needOf = (operation: OperationName): Need => needs[operation];

/** Whether an address names a mutation. */
export const isOperation = (name: string): name is OperationName => name in needs;

export const operationNames = Object.keys(needs).filter(isOperation);
