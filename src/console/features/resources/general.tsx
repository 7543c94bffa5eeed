import type { ReactNode } from 'react';
import { ChangeButton } from '../../parts/ChangeButton.tsx';
import { LinkButton } from '../../parts/LinkButton.tsx';
import { Facts } from '../../parts/record/Facts.tsx';
import { When } from '../../parts/marks.tsx';
import { RecordSection } from '../../parts/record/Records.tsx';
import { useWords } from '../../words/index.ts';
import { ScopesDocument, useResource } from './resource.ts';
import { useMay } from '../../data/viewer.ts';
import { usePageTexts } from './use-page-texts.ts';

/** The settings and scopes of an API resource. */
export function ResourceGeneral(): ReactNode {
  const { indicator, accessTokenTtl, accessTokenSigningAlg, createdAt, updatedAt } = useResource();
  const words = useWords();
  const { resources: texts, record } = words;
  return (
    <>
      <div className="card padded">
        <Facts
          facts={[
            [texts.indicator, <code key="indicator">{indicator}</code>],
            [texts.ttl, words.duration(accessTokenTtl)],
            [texts.algorithm, accessTokenSigningAlg],
            [record.created, <When key="created" at={createdAt} />],
            [record.updated, <When key="updated" at={updatedAt} />],
          ]}
        />
      </div>
      <Scopes />
    </>
  );
}

function Scopes(): ReactNode {
  const words = useWords();
  const resource = useResource();
  const input = { apiResourceId: resource.id };
  return (
    <RecordSection
      title={words.resources.scopes}
      empty={words.common.emptyResource}
      first={resource.scopes}
      document={ScopesDocument}
      variables={{ id: resource.id, withRoles: useMay()('roles:read') }}
      action={
        <>
          <LinkButton to="/explain" search={{ resource: resource.id }}>
            {words.navigation.explain}
          </LinkButton>
          {resource.isBuiltIn ? null : (
            <ChangeButton operation="createScope" input={input}>
              {words.resources.addScope}
            </ChangeButton>
          )}
        </>
      }
    >
      {(scope) => (
        <li key={scope.id} className="row">
          <span className="grow">
            <code>{scope.name}</code> <span className="soft">{scope.description}</span>
          </span>
          {scope.roles?.length === 0 ? (
            <NoRole scope={scope} />
          ) : (
            <LinkButton to="/roles" search={{ where: { scopeId: scope.id } }}>
              {words.resources.rolesWith}
            </LinkButton>
          )}
          {resource.isBuiltIn ? null : (
            <>
              <ChangeButton
                operation="updateScope"
                input={{ ...input, scopeId: scope.id }}
                variant="subtle"
                of={scope.name}
              >
                {words.common.edit}…
              </ChangeButton>
              <ChangeButton operation="deleteScope" input={{ scopeId: scope.id }} variant="subtle" of={scope.name}>
                {words.common.delete}…
              </ChangeButton>
            </>
          )}
        </li>
      )}
    </RecordSection>
  );
}

/** No role has the scope: one is made with it, or one that exists gets it. */
function NoRole({ scope: { id, name } }: { scope: { id: string; name: string } }): ReactNode {
  const texts = usePageTexts();
  return (
    <>
      <span className="soft">{texts.noRole}</span>
      <ChangeButton operation="createRole" input={{ scopeIds: [id] }} of={name}>
        {texts.newRole}…
      </ChangeButton>
      <ChangeButton operation="addRoleScopes" input={{ scopeIds: [id] }} variant="subtle" of={name}>
        {texts.addToRole}…
      </ChangeButton>
    </>
  );
}
