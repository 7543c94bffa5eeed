import { Button, SegmentedControl } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useRecognizables } from '../../data/records/record-names.ts';
import { pickerOf } from '../picker/kinds.ts';
import { RecordPicker } from '../picker/RecordPicker.tsx';
import { ByHand } from './ByHand.tsx';
import { newTarget, type Policy, type Target } from './policy.ts';
import { problemAt, problemIn } from './problems.ts';
import { proposalOf, sameTargets } from './proposal.ts';
import { TargetField } from './TargetField.tsx';
import { useTexts } from './use-texts.ts';
import { useUsed } from './use-used.ts';

interface Props {
  applicationId: string;
  policy: Policy;
  /** The targets that the application has. */
  before: readonly Target[] | null;
  problems: ReadonlyMap<string, string>;
  set: (targets: readonly Target[] | null) => void;
}

/** For which API resources an application can exchange, each with the scopes that it can get there. */
export function TargetsField({
  applicationId,
  policy: { targets, scopeRule },
  before,
  problems,
  set,
}: Props): ReactNode {
  const { form: texts, rules } = useTexts();
  // A person who looks at the other choice gets back what was typed.
  const typed = useRef<readonly Target[]>([]);
  if (targets !== null) typed.current = targets;
  return (
    <fieldset className="nested stack tight">
      <legend>{rules.targets}</legend>
      <SegmentedControl
        size="xs"
        className="at-start"
        aria-label={rules.targets}
        value={targets === null ? 'every' : 'only'}
        onChange={(chosen) => set(chosen === 'every' ? null : typed.current)}
        data={[
          { value: 'every', label: texts.every },
          { value: 'only', label: texts.only },
        ]}
      />
      <Proposal {...{ applicationId, targets, before, set }} />
      {targets === null ? null : <Chosen {...{ targets, problems, set }} isNeverWider={scopeRule === 'NEVER_WIDER'} />}
    </fieldset>
  );
}

interface ChosenProps extends Pick<Props, 'problems' | 'set'> {
  targets: readonly Target[];
  isNeverWider: boolean;
}

/** The chosen API resources, each with its scopes. */
function Chosen({ targets, problems, set, isNeverWider }: ChosenProps): ReactNode {
  const { form: texts } = useTexts();
  const kind = pickerOf('apiResource');
  const ids = targets.map(({ apiResourceId }) => apiResourceId);
  const names = useRecognizables(ids);
  const choose = (chosen: unknown): void => {
    const next = Array.isArray(chosen) ? chosen.map(String) : [];
    set(next.map((id) => targets.find((one) => one.apiResourceId === id) ?? newTarget(id)));
  };
  return (
    <>
      {kind ? (
        <RecordPicker
          label={texts.choose}
          kinds={[kind]}
          isMany
          value={ids}
          onChange={choose}
          {...problemAt(problems, 'targets')}
        />
      ) : null}
      {targets.map((target, index) => (
        <TargetField
          key={target.apiResourceId}
          target={target}
          record={names.get(target.apiResourceId) ?? { id: target.apiResourceId, displayName: target.apiResourceId }}
          isNeverWider={isNeverWider}
          {...problemIn(problems, `targets.${index}`)}
          set={(next) => set(targets.map((one, at) => (at === index ? next : one)))}
        />
      ))}
    </>
  );
}

/** Fills in what was used; marks it as a proposal where it is in the form, and not yet a rule. */
function Proposal({ applicationId, targets, before, set }: ProposalProps): ReactNode {
  const { form: texts, check } = useTexts();
  const use = useUsed(applicationId);
  const proposal = use ? proposalOf(use.used, targets) : null;
  if (!proposal || proposal.targets.length === 0 || sameTargets(proposal.targets, before)) return null;
  const isWhole = proposal.unscoped.length + proposal.tooWide.length === 0;
  return (
    <>
      {sameTargets(proposal.targets, targets) ? (
        <p className="notice">{isWhole ? check.proposal : check.proposalInPart}</p>
      ) : (
        <Button variant="default" className="at-start" onClick={() => set(proposal.targets)}>
          {texts.fill}
        </Button>
      )}
      <ByHand proposal={proposal} />
    </>
  );
}

interface ProposalProps extends Pick<Props, 'applicationId' | 'before' | 'set'> {
  targets: readonly Target[] | null;
}
