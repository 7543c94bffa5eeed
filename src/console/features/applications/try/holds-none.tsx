import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../../data/graphql.ts';
import { useAgainAfterEvents } from '../../../data/feed/use-again.ts';
import { useMay, useViewer } from '../../../data/viewer.ts';
import { LinkButton } from '../../../parts/LinkButton.tsx';
import { useApplication } from '../application.ts';
import type { Api } from '../use-api.ts';
import { RoleWithScopes } from './role-with-scopes.tsx';
import { useTexts } from './use-texts.ts';

const OutcomeDocument = graphql(`
  query OutcomeForViewer($input: ExplainTokenExchangeInput!) {
    explainTokenExchange(input: $input) { outcome { isGranted scope } }
  }
`);

/** The viewer holds no scope there: before they exchange their token, ways to one, or to another person. */
export function HoldsNone({ api }: { api: Api }): ReactNode {
  const texts = useTexts();
  const { id: applicationId } = useApplication();
  const { id: userId } = useViewer();
  const may = useMay();
  const input = { applicationId, userId, resource: api.indicator };
  const pause = !(may('applications:read') && may('users:read'));
  const [{ data }, again] = useQuery({ query: OutcomeDocument, variables: { input }, pause });
  useAgainAfterEvents(again);
  const outcome = data?.explainTokenExchange?.outcome;
  if (!outcome?.isGranted || outcome.scope !== '') return null;
  return (
    <div className="notice stack tight" data-kind="warn">
      <p>{texts.holdsNone(api.displayName)}</p>
      <span className="row">
        <RoleWithScopes resourceId={api.id} />
        <LinkButton to="/explain" search={{ app: applicationId, resource: api.id }}>
          {texts.explainOther}
        </LinkButton>
      </span>
    </div>
  );
}
