import type { OperationName } from '../../data/needs.ts';
import { type Grant, making, type Step, type StepTarget } from '../Steps.tsx';
import { rulesPage } from './pages.ts';
import { newTarget } from './policy.ts';

interface Way {
  texts: {
    rules: (api: string | undefined, scopes: string) => string;
    afterApplication?: string;
  };
  /** The application that exchanges; undefined before it exists. */
  applicationId: string | undefined;
  hasRules: boolean;
  /** The API that is called. */
  resourceId: string | undefined;
  /** A role with scopes of an API: those that the rules name. */
  grant: Grant | undefined;
  begin: (operation: OperationName, input: Record<string, unknown>) => StepTarget;
}

/** Scopes that a step names: with more, it names the API alone. */
const mostNamed = 3;

/** The step that limits an application to the API that it calls, and to the scopes that a role of the way has there. */
export function rulesStep({ texts, applicationId, hasRules, resourceId, grant, begin }: Way): Step {
  const { api, scopes = [] } = grant?.resourceId === resourceId ? (grant ?? {}) : {};
  const targets = resourceId === undefined ? {} : { targets: [{ ...newTarget(resourceId), scopes }] };
  const text = texts.rules(api, scopes.length > mostNamed ? '' : scopes.join(', '));
  if (applicationId === undefined) return { text, to: null, after: texts.afterApplication, isDone: false };
  const dialog = begin('setApplicationExchangePolicy', { applicationId, ...targets });
  return making(text, hasRules ? rulesPage(applicationId) : null, dialog);
}
