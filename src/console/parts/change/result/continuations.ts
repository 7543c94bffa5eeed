import type { OperationName } from '../../../data/needs.ts';

/** The page of an application that shows its new secret: the present one, if it does. */
function pageOfSecret(applicationId: string): string {
  const page = `/applications/${applicationId}`;
  const present = location.pathname.replace('/console', '');
  return present === `${page}/credentials` || present === `${page}/connect` ? present : page;
}

/** The pages on which a change goes on that has made a secret of an application: they show it, with its use. */
export const continuations: Readonly<Partial<Record<OperationName, (applicationId: string) => string>>> = {
  createApplication: (id) => `/applications/${id}/connect`,
  addApplicationSecret: pageOfSecret,
  replaceApplicationSecret: pageOfSecret,
};
