import { Checkbox, Select } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { DurationField } from '../change/fields/DurationField.tsx';
import { Fields } from '../change/fields/Fields.tsx';
import { Folded } from '../change/fields/Folded.tsx';
import { FirstFocus } from '../change/FirstFocus.tsx';
import type { OwnFormProps } from '../change/fields/own-form-props.ts';
import { Loading } from '../Loading.tsx';
import { pickerOf } from '../picker/kinds.ts';
import { RecordPicker } from '../picker/RecordPicker.tsx';
import { Comparison } from './Comparison.tsx';
import { policyIn } from './policy.ts';
import { problemIn } from './problems.ts';
import { ServedText } from './ServedText.tsx';
import { TargetsField } from './TargetsField.tsx';
import { useTexts } from './use-texts.ts';

/** The rules of an application: first what nearly everyone restricts. At the end, what they would refuse of its use. */
export default function RulesForm({ change, fields, problems, warn }: OwnFormProps): ReactNode {
  const { form: texts } = useTexts();
  const { values, set, current } = change;
  const applicationId = typeof values['applicationId'] === 'string' ? values['applicationId'] : '';
  const form = useRef<HTMLDivElement>(null);
  // The application, if the form was opened without one.
  const required = fields.filter(({ isRequired }) => isRequired);
  const isRead = applicationId !== '' && current.isKnown;
  return (
    <div className="stack fields" ref={form}>
      {required.length > 0 ? (
        <Fields
          type="SetApplicationExchangePolicyInput"
          fields={required}
          values={values}
          problems={problems}
          onChange={set}
        />
      ) : null}
      {applicationId !== '' && !isRead ? <Loading lines={6} /> : null}
      {isRead && !current.record ? (
        <p className="notice" data-kind="warn">
          {texts.unreadable}
        </p>
      ) : null}
      {isRead && current.record ? <Rules {...{ change, problems, warn, applicationId }} /> : null}
      <FirstFocus key={String(isRead)} within={form} among="input, button" />
    </div>
  );
}

interface RulesProps extends Omit<OwnFormProps, 'fields'> {
  applicationId: string;
}

function Rules({ change: { values, set, current }, problems, warn, applicationId }: RulesProps): ReactNode {
  const { form: texts } = useTexts();
  const policy = policyIn(values);
  const before = policyIn(current.record ?? {});
  return (
    <>
      <TargetsField
        before={before.targets}
        {...{ applicationId, policy, problems }}
        set={(targets) => set('targets', targets)}
      />
      <Checkbox
        label={texts.audience}
        description={<ServedText applicationId={applicationId} />}
        checked={policy.subjectAudience === 'SERVED'}
        onChange={({ currentTarget }) => set('subjectAudience', currentTarget.checked ? 'SERVED' : 'ANY')}
        {...problemIn(problems, 'subjectAudience')}
      />
      <Checkbox
        label={texts.scopes}
        description={texts.scopesRuleText}
        checked={policy.scopeRule === 'NEVER_WIDER'}
        onChange={({ currentTarget }) => set('scopeRule', currentTarget.checked ? 'NEVER_WIDER' : 'HELD')}
        {...problemIn(problems, 'scopeRule')}
      />
      <MoreRules {...{ values, set, problems }} />
      <Comparison {...{ applicationId, policy, before, warn }} />
    </>
  );
}

const moreRules = ['organizationRule', 'organizationIds', 'maxAuthenticationAge', 'requiredAcr'];

type MoreProps = Pick<OwnFormProps['change'], 'values' | 'set'> & Pick<OwnFormProps, 'problems'>;

/** The rules that few need, which are unfolded if one is set. */
function MoreRules({ values, set, problems }: MoreProps): ReactNode {
  const { form: texts, level, anyLevel, shortLevels } = useTexts();
  const { organizationRule, organizationIds, maxAuthenticationAge, requiredAcr } = policyIn(values);
  const organizations = pickerOf('organization');
  const isSet =
    organizationRule === 'REQUIRED' ||
    organizationIds.length > 0 ||
    maxAuthenticationAge !== null ||
    requiredAcr !== null ||
    moreRules.some((name) => 'error' in problemIn(problems, name));
  return (
    <Folded summary={texts.more} opens={isSet}>
      <div className="stack fields">
        <Checkbox
          label={texts.organization}
          checked={organizationRule === 'REQUIRED' || organizationIds.length > 0}
          disabled={organizationIds.length > 0}
          onChange={({ currentTarget }) => set('organizationRule', currentTarget.checked ? 'REQUIRED' : 'OPTIONAL')}
          {...problemIn(problems, 'organizationRule')}
        />
        {organizations ? (
          <RecordPicker
            label={texts.organizations}
            description={texts.organizationsText}
            kinds={[organizations]}
            isMany
            value={organizationIds}
            onChange={(ids) => set('organizationIds', ids)}
            {...problemIn(problems, 'organizationIds')}
          />
        ) : null}
        <DurationField
          common={{
            label: texts.age,
            description: '',
            required: false,
            ...problemIn(problems, 'maxAuthenticationAge'),
          }}
          value={values['maxAuthenticationAge']}
          absent={undefined}
          set={(seconds) => set('maxAuthenticationAge', seconds)}
        />
        <Select
          label={level}
          placeholder={anyLevel}
          clearable
          data={levels.map((value) => ({ value, label: shortLevels[value] }))}
          value={requiredAcr}
          onChange={(value) => set('requiredAcr', value ?? undefined)}
          {...problemIn(problems, 'requiredAcr')}
        />
      </div>
    </Folded>
  );
}

type Level = keyof ReturnType<typeof useTexts>['shortLevels'];
/** The lowest first. */
const levels: readonly Level[] = ['URN_MANDATE_LEVEL_1', 'URN_MANDATE_LEVEL_2', 'PHR'];
