import type { OperationName } from '../../../data/needs.ts';

/** The pages on which a change goes on that has made a secret of an application: they show it, with its use. */
export const continuations: Readonly<Partial<Record<OperationName, (applicationId: string) => string>>> = {
  createApplication: (id) => `/applications/${id}/connect`,
  addApplicationSecret: (id) => `/applications/${id}`,
  replaceApplicationSecret: (id) => `/applications/${id}`,
};
