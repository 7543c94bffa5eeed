import type { ReactNode } from 'react';
import { StateMark } from '../../parts/marks.tsx';
import type { Texts } from './texts/en.ts';
import { ChangeButton } from '../../parts/ChangeButton.tsx';
import { IdentityLink } from '../../parts/Identity.tsx';
import type { Recognizable } from '../../data/recognition.ts';
import type { ExplanationData, ExplanationProps } from './explanation-data.ts';
import type { OperationName } from '../../data/needs.ts';
import { useTexts } from './use-texts.ts';

interface Remedy {
  title: string;
  operation: OperationName;
  input: Record<string, unknown>;
}

interface PartyProps {
  isFine: boolean;
  children: ReactNode;
  /** The change that fixes it. */
  remedy?: Remedy | false;
}

function Party({ isFine, children, remedy }: PartyProps): ReactNode {
  return (
    <li className="row">
      <StateMark tone={isFine ? 'good' : 'bad'}>{children}</StateMark>
      {remedy ? (
        <ChangeButton operation={remedy.operation} input={remedy.input}>
          {remedy.title}…
        </ChangeButton>
      ) : null}
    </li>
  );
}

const link = (record: Recognizable | null | undefined): ReactNode => (record ? <IdentityLink record={record} /> : null);

/** The four parties of an exchange: application, person, API resource, organization. Each with what hinders it. */
export function Parties({ explanation, input }: ExplanationProps): ReactNode {
  const texts = useTexts();
  const { client, subject, target, membership } = explanation;
  const { applicationId, userId, organizationId } = input;
  const mayExchange = client !== null && client.tokenExchangeAllowed && !client.isSuspended && !client.isThirdParty;
  const isForbidden = mayExchange && target?.isBuiltIn === true && !client.managementApiAllowed;
  const allow: Remedy = {
    title: texts.allow,
    operation: 'setApplicationTokenExchange',
    input: { applicationId, tokenExchangeAllowed: true },
  };
  const allowManagement: Remedy = {
    title: texts.allowManagement,
    operation: 'setApplicationManagementApi',
    input: { applicationId, managementApiAllowed: true },
  };
  const reactivate: Remedy = {
    title: texts.reactivate,
    operation: 'setUserSuspended',
    input: { userId, isSuspended: false },
  };
  const join: Remedy = {
    title: texts.addMember,
    operation: 'setOrganizationMember',
    input: { organizationId, userId },
  };
  return (
    <ul className="plain-list card padded stack tight">
      <Party
        isFine={mayExchange && !isForbidden}
        remedy={isForbidden ? allowManagement : client !== null && !client.tokenExchangeAllowed && allow}
      >
        {texts.application}: {link(client?.application)} {isForbidden ? texts.mayNotManage : stateOf(client, texts)}
      </Party>
      <Party isFine={subject.state === 'ACTIVE'} remedy={subject.state === 'SUSPENDED' && reactivate}>
        {texts.user}: {link(subject.user)} {texts.states[subject.state]}
      </Party>
      <Party isFine={target !== null}>
        {texts.resource}: {target ? link(target.apiResource) : texts.unknown}
      </Party>
      {membership ? (
        <Party isFine={membership.isMember} remedy={!membership.isMember && organizationId !== undefined && join}>
          {texts.organization}: {link(membership.organization)}{' '}
          {membership.isMember ? texts.isMember : texts.isNoMember}
        </Party>
      ) : null}
    </ul>
  );
}

function stateOf(client: ExplanationData['client'], texts: Texts): string {
  if (!client) return texts.unknown;
  if (client.isSuspended) return texts.suspended;
  if (client.isThirdParty) return texts.thirdParty;
  return client.tokenExchangeAllowed ? texts.mayExchange : texts.mayNotExchange;
}
