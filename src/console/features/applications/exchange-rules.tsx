import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { useMay } from '../../data/viewer.ts';
import { ChangeButton } from '../../parts/ChangeButton.tsx';
import { Identity, RecordLink } from '../../parts/identity/Identity.tsx';
import { LinkButton } from '../../parts/LinkButton.tsx';
import { OpenTargets } from '../../parts/exchange-rules/OpenTargets.tsx';
import { rulesAnchor } from '../../parts/exchange-rules/pages.ts';
import { ScopeNames } from '../../parts/exchange-rules/ScopeNames.tsx';
import { ServedButton } from '../../parts/exchange-rules/ServedButton.tsx';
import { useServed } from '../../parts/exchange-rules/served.ts';
import { usedApis } from '../../parts/exchange-rules/used.ts';
import { useTexts } from '../../parts/exchange-rules/use-texts.ts';
import { useUsed } from '../../parts/exchange-rules/use-used.ts';
import { StateMark } from '../../parts/marks.tsx';
import { Facts } from '../../parts/record/Facts.tsx';
import { useShownByAddress } from '../../parts/use-shown-by-address.ts';
import { Who } from '../../parts/identity/Who.tsx';
import { useWords } from '../../words/index.ts';
import { useApplication } from './application.ts';
import { RestrictToUsed } from './restrict-to-used.tsx';

const RulesDocument = graphql(`
  query ExchangeRules($id: ID!) {
    application(id: $id) {
      id
      exchangePolicy {
        targets { apiResourceId scopes mappings { carried allows } }
        subjectAudience scopeRule organizationRule organizationIds maxAuthenticationAge requiredAcr
      }
    }
  }
`);

type Rules = NonNullable<NonNullable<ResultOf<typeof RulesDocument>['application']>['exchangePolicy']>;

/** The rules of the application in words, with the button that changes them, and a proposal from its use. */
export function ExchangeRules(): ReactNode {
  const texts = useTexts();
  const { id, isBuiltIn } = useApplication();
  const mayRead = useMay()('applications:read') && !isBuiltIn;
  const [{ data }] = useQuery({ query: RulesDocument, variables: { id }, pause: !mayRead });
  const policy = data?.application?.exchangePolicy;
  const heading = useShownByAddress(rulesAnchor);
  if (!mayRead) return null;
  return (
    <section className="card padded stack tight" aria-labelledby={rulesAnchor}>
      <div className="row">
        <h2 id={rulesAnchor} className="grow" ref={heading} tabIndex={-1}>
          {texts.title}
        </h2>
        <ChangeButton operation="setApplicationExchangePolicy" input={{ applicationId: id }}>
          {texts.edit}…
        </ChangeButton>
      </div>
      <p className="soft">{texts.intro}</p>
      {policy ? (
        <>
          <RuleFacts policy={policy} />
          <RestrictToUsed targets={policy.targets} />
        </>
      ) : null}
      <div className="row">
        <LinkButton to="/explain" search={{ app: id }}>
          {texts.why}
        </LinkButton>
        <LinkButton to="/exchanges" search={{ where: { applicationId: id } }}>
          {texts.exchanges}
        </LinkButton>
        <a href="/console/docs/token-exchange#rules-for-an-application" target="_blank" rel="noreferrer">
          {texts.meaning}
        </a>
      </div>
    </section>
  );
}

function RuleFacts({ policy }: { policy: Rules }): ReactNode {
  const { rules, ifOn, ifOff, levels, off } = useTexts();
  const words = useWords();
  const { id, tokenExchangeAllowed } = useApplication();
  const { targets, subjectAudience, scopeRule, organizationRule, organizationIds } = policy;
  const { maxAuthenticationAge: age, requiredAcr: level } = policy;
  const offState = (rule: keyof typeof ifOff): ReactNode => (
    <span className="soft">
      <StateMark tone="soft">{off}</StateMark> · {ifOff[rule]}
    </span>
  );
  const isRequired = organizationRule === 'REQUIRED' || organizationIds.length > 0;
  return (
    <Facts
      facts={[
        [
          rules.targets,
          targets !== null ? (
            <Targets key="targets" targets={targets} />
          ) : tokenExchangeAllowed ? (
            <OpenTargets key="open" applicationId={id} />
          ) : (
            offState('targets')
          ),
        ],
        [
          rules.audience,
          <div key="audience" className="stack tight">
            {subjectAudience === 'SERVED' ? <span>{ifOn.audience}</span> : offState('audience')}
            <Served isRestricted={subjectAudience === 'SERVED'} />
          </div>,
        ],
        [rules.scopes, scopeRule === 'NEVER_WIDER' ? ifOn.scopes : offState('scopes')],
        [
          rules.organization,
          isRequired ? (
            <>
              {organizationIds.length === 0 ? ifOn.organization : ifOn.organizations}
              {organizationIds.map((id) => (
                <div key={id}>
                  <Who id={id} label={null} />
                </div>
              ))}
            </>
          ) : (
            offState('organization')
          ),
        ],
        [
          rules.signIn,
          age === null && level === null
            ? offState('signIn')
            : [age === null ? '' : ifOn.age(words.duration(age)), level === null ? '' : levels[level]].join(' ').trim(),
        ],
      ]}
    />
  );
}

function Targets({ targets }: { targets: NonNullable<Rules['targets']> }): ReactNode {
  const texts = useTexts();
  const { id } = useApplication();
  const use = useUsed(id);
  const used = new Map((use ? usedApis(use.used) : []).map((api) => [api.apiResource.id, api]));
  if (targets.length === 0) return <StateMark tone="warn">{texts.ifOn.noTarget}</StateMark>;
  return (
    <div className="stack tight">
      {texts.ifOn.targets}
      <ul className="plain-list stack tight">
        {targets.map(({ apiResourceId, scopes, mappings }) => (
          <li key={apiResourceId} className="row">
            <Who id={apiResourceId} label={null} />
            <span>{scopes.length === 0 ? texts.allScopes : <ScopeNames names={scopes} />}</span>
            {mappings.map(({ carried, allows }) => (
              <span key={carried}>
                <code>{carried}</code> → <ScopeNames names={allows} />
              </span>
            ))}
            {use ? (
              <span className="soft">
                {used.has(apiResourceId) ? texts.usedTimes(used.get(apiResourceId)?.granted ?? 0) : texts.notUsed}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The API resources that the application serves, with the way to others. */
function Served({ isRestricted }: { isRestricted: boolean }): ReactNode {
  const texts = useTexts();
  const { id } = useApplication();
  const served = useServed(id);
  if (!served) return null;
  return (
    <span className="row">
      {served.length > 0 ? (
        <span>{texts.serves}</span>
      ) : isRestricted ? (
        <StateMark tone="bad">{texts.refusesAll}</StateMark>
      ) : (
        <span className="soft">{texts.servesNone}</span>
      )}
      {served.map((resource) => (
        <RecordLink key={resource.id} id={resource.id} className="record-link">
          <Identity record={resource} />
        </RecordLink>
      ))}
      <ServedButton applicationId={id}>{texts.editServed}…</ServedButton>
    </span>
  );
}
