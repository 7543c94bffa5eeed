import type { OperationName } from '../../data/needs.ts';
import { type Grant, making, type Step, type StepTarget } from '../Steps.tsx';
import { rulesPage } from './pages.ts';
import { newTarget } from './policy.ts';
import type { Texts } from './step-texts/en.ts';

/** Opens the dialog of a change above the page of the guide. */
type Begin = (operation: OperationName, input: Record<string, unknown>) => StepTarget;

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
  begin: Begin;
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

interface HolderWay {
  texts: Texts;
  grant: Grant | undefined;
  /** Id of the person who is guided, to whom the role is offered. */
  viewerId: string;
  begin: Begin;
}

/** The step that gives the role to a person, or creates one with it. */
export function holderStep({ texts, grant, viewerId, begin }: HolderWay): Step {
  const { roleId, userId } = grant ?? {};
  const roleIds = roleId === undefined ? null : { roleIds: [roleId] };
  const page = userId === undefined ? null : { to: `/users/${userId}/access` };
  const other = roleIds && !page ? { text: texts.newPerson, to: begin('createUser', roleIds) } : undefined;
  const dialog = roleIds && begin('assignUserRoles', { userId: viewerId, ...roleIds });
  return { ...making(texts.holder, page, dialog, other), after: texts.afterRole };
}
