import { type ReactNode, useMemo } from 'react';
import { useQuery } from 'urql';
import { latestQuestions } from '../../../data/explanations.ts';
import { beginOfDays } from '../../../data/exchange-use.ts';
import { graphql, type ResultOf } from '../../../data/graphql.ts';
import type { OperationName } from '../../../data/needs.ts';
import { useAddress } from '../../../data/use-address.ts';
import { useAgainAfterEvents } from '../../../data/feed/use-again.ts';
import { useMay, useMayRun, useViewer } from '../../../data/viewer.ts';
import { useHasExchanged } from '../../../parts/exchange-rules/use-has-exchanged.ts';
import { trialPage } from '../../../parts/exchange-rules/pages.ts';
import { holderStep, rulesStep } from '../../../parts/exchange-rules/shared-steps.ts';
import { useStepTexts } from '../../../parts/exchange-rules/use-step-texts.ts';
import { firstGrant, making, type Step, type StepTarget, Steps } from '../../../parts/Steps.tsx';
import { useHasBeen } from '../../../parts/use-has-been.ts';
import { useApplication } from '../application.ts';
import { useApi } from '../use-api.ts';
import { useConnectTexts } from './use-connect-texts.ts';

const StepsDocument = graphql(`
  query ConnectSteps($id: ID!, $resource: ID!, $withApi: Boolean!) {
    application(id: $id) {
      id
      exchangePolicy { targets { apiResourceId } }
      servedResources(first: 1) { nodes { id } }
    }
    apiResource(id: $resource) @include(if: $withApi) {
      id displayName
      scopes(first: 10) { nodes { id name roles { id users(first: 1) { nodes { id } } } } }
    }
  }
`);

type Answer = ResultOf<typeof StepsDocument>;

/** Permissions that the steps require of the viewer, beside that to change the rules. */
const permissions = ['applications:read', 'resources:read', 'roles:read', 'users:read'];

/** The steps of the guide on the overview for this application, for those who can take them, until it has exchanged. */
export function ConnectSteps(): ReactNode {
  const { id } = useApplication();
  const may = useMay();
  const mayChange = useMayRun()('setApplicationExchangePolicy', { applicationId: id });
  return mayChange && permissions.every((permission) => may(permission)) ? <OpenSteps /> : null;
}

function OpenSteps(): ReactNode {
  const { id } = useApplication();
  const texts = useConnectTexts();
  const since = useMemo(() => beginOfDays(90), []);
  const { id: resource } = useApi('next');
  const variables = { id, resource: resource ?? '', withApi: resource !== undefined };
  const [{ data }, again] = useQuery({ query: StepsDocument, variables });
  useAgainAfterEvents(again);
  const hasExchanged = useHasExchanged({ applicationId: id, since });
  // In the visit of its first exchange the last step is ticked; the steps go with the visit.
  const wasOpen = useHasBeen(hasExchanged === false);
  const steps = useStepsOf(data, resource, hasExchanged ?? false);
  if (!data?.application || hasExchanged === undefined || (hasExchanged && !wasOpen)) return null;
  return (
    <section className="card padded stack tight" aria-labelledby="connect-steps">
      <h2 id="connect-steps">{texts.steps}</h2>
      <Steps label={texts.steps} steps={steps} />
    </section>
  );
}

function useStepsOf(data: Answer | undefined, resource: string | undefined, hasExchanged: boolean): readonly Step[] {
  const { id } = useApplication();
  const { step: texts } = useConnectTexts();
  const shared = useStepTexts();
  const address = useAddress();
  const grant = firstGrant(data?.apiResource ? [data.apiResource] : []);
  const { roleId, userId } = grant ?? {};
  const begin = (operation: OperationName, input: Record<string, unknown> = {}): StepTarget => ({
    to: `/applications/${id}/connect`,
    search: { ...(address.resource && { resource: address.resource }), do: operation, with: input },
  });
  const { id: viewerId } = useViewer();
  const servedId = data?.application?.servedResources?.nodes[0]?.id;
  const hasRules = (data?.application?.exchangePolicy?.targets ?? []).length > 0;
  const search = { app: id, ...(userId && { user: userId }), ...(resource && { resource }) };
  return [
    rulesStep({ texts, applicationId: id, hasRules, resourceId: resource, grant, begin }),
    {
      ...making(
        texts.role,
        roleId === undefined ? null : { to: `/roles/${roleId}` },
        resource === undefined ? null : begin('createRole'),
      ),
      after: texts.afterApi,
    },
    holderStep({ texts: shared, grant, viewerId, begin }),
    making(
      texts.served,
      servedId === undefined ? null : { to: `/resources/${servedId}` },
      begin('setServedResources', { applicationId: id, apiResourceIds: [] }),
      servedId === undefined ? { text: texts.newApi, to: begin('createApiResource') } : undefined,
    ),
    { text: shared.explain, to: { to: '/explain', search }, isDone: latestQuestions().some(({ app }) => app === id) },
    { text: shared.first, to: trialPage(id, resource), isDone: hasExchanged },
  ];
}
