import type { ReactNode } from 'react';
import type { EmittedEvent } from '../../data/change.ts';
import { isObject } from '../../data/is-object.ts';
import { useRecognizables } from '../../data/records/record-names.ts';
import { useWords, type Words } from '../../words/index.ts';
import { type Policy, policyIn, sameScopes, type Target } from './policy.ts';
import { ScopeNames } from './ScopeNames.tsx';
import type { Texts } from './texts/en.ts';
import { useTexts } from './use-texts.ts';

type Rule = keyof Texts['rules'];

/** The fields of each rule. */
const fieldsOf: Readonly<Record<Rule, readonly (keyof Policy)[]>> = {
  targets: ['targets'],
  audience: ['subjectAudience'],
  scopes: ['scopeRule'],
  organization: ['organizationRule', 'organizationIds'],
  signIn: ['maxAuthenticationAge', 'requiredAcr'],
};
const rules = Object.keys(fieldsOf) as Rule[];

/** The rules of an application that changed, each before and after, with the differences of its targets. */
export default function RuleDifferences({ event: { data } }: { event: Pick<EmittedEvent, 'data'> }): ReactNode {
  const texts = useTexts();
  const words = useWords();
  const changed = new Set(Array.isArray(data['changed']) ? data['changed'].map(String) : []);
  const after = isObject(data['exchangePolicy']) ? data['exchangePolicy'] : {};
  const before = { ...after, ...(isObject(data['previous']) ? data['previous'] : {}) };
  const [old, now] = [policyIn(before), policyIn(after)];
  return (
    <ul className="plain-list soft">
      {rules
        .filter((rule) => fieldsOf[rule].some((field) => changed.has(field)))
        .map((rule) => (
          <li key={rule}>
            {texts.rules[rule]}:{' '}
            {rule === 'targets' && old.targets && now.targets?.length ? null : (
              <>
                {valueOf(rule, old, texts, words)} → <strong>{valueOf(rule, now, texts, words)}</strong>
              </>
            )}
            {rule === 'targets' ? <TargetDifferences before={old.targets ?? []} after={now.targets ?? []} /> : null}
          </li>
        ))}
    </ul>
  );
}

/** A rule in a few words. */
function valueOf(rule: Rule, policy: Policy, { change: texts, off, shortLevels }: Texts, { duration }: Words): string {
  const { targets, subjectAudience, scopeRule, organizationRule, organizationIds, maxAuthenticationAge } = policy;
  if (rule === 'targets') return targets === null ? texts.every : texts.only(targets.length);
  if (rule === 'audience') return subjectAudience === 'SERVED' ? texts.audience : off;
  if (rule === 'scopes') return scopeRule === 'NEVER_WIDER' ? texts.scopes : off;
  if (rule === 'organization') {
    if (organizationIds.length > 0) return texts.organizations(organizationIds.length);
    return organizationRule === 'REQUIRED' ? texts.organization : off;
  }
  const level = shortLevels[levelOf(policy.requiredAcr)];
  const parts = [maxAuthenticationAge === null ? null : texts.age(duration(maxAuthenticationAge)), level ?? null];
  return parts.filter((part) => part !== null).join(', ') || off;
}

/** Events spell levels as tokens do, and forms as GraphQL does. */
const spelled: Readonly<Record<string, keyof Texts['shortLevels']>> = {
  'urn:mandate:level:1': 'URN_MANDATE_LEVEL_1',
  'urn:mandate:level:2': 'URN_MANDATE_LEVEL_2',
  phr: 'PHR',
};
const levelOf = (acr: string | null): keyof Texts['shortLevels'] =>
  spelled[acr ?? ''] ?? ((acr ?? '') as keyof Texts['shortLevels']);

interface TargetsProps {
  before: readonly Target[];
  after: readonly Target[];
}

function TargetDifferences({ before, after }: TargetsProps): ReactNode {
  const { change: texts, allScopes } = useTexts();
  const names = useRecognizables([...before, ...after].map(({ apiResourceId }) => apiResourceId));
  const nameOf = ({ apiResourceId }: Target): ReactNode => (
    <bdi>{names.get(apiResourceId)?.displayName ?? apiResourceId}</bdi>
  );
  const scopesOf = ({ scopes }: Target): ReactNode => (scopes.length === 0 ? allScopes : <ScopeNames names={scopes} />);
  const old = new Map(before.map((target) => [target.apiResourceId, target]));
  const ids = new Set(after.map(({ apiResourceId }) => apiResourceId));
  return (
    <ul>
      {after.map((target) => {
        const earlier = old.get(target.apiResourceId);
        const isSame = earlier !== undefined && sameScopes(earlier.scopes, target.scopes);
        const hasOtherMappings = earlier && JSON.stringify(earlier.mappings) !== JSON.stringify(target.mappings);
        if (isSame && !hasOtherMappings) return null;
        return (
          <li key={target.apiResourceId}>
            {earlier ? null : texts.added} {nameOf(target)}: {earlier && !isSame ? <>{scopesOf(earlier)} → </> : null}
            <strong>{scopesOf(target)}</strong> {hasOtherMappings ? texts.mappings : null}
          </li>
        );
      })}
      {before
        .filter(({ apiResourceId }) => !ids.has(apiResourceId))
        .map((target) => (
          <li key={target.apiResourceId}>
            {texts.removed} {nameOf(target)}
          </li>
        ))}
    </ul>
  );
}
