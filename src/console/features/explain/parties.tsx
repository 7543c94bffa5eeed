import type { ReactNode } from 'react';
import type { Texts } from './texts/en.ts';
import { ChangeButton } from '../../parts/ChangeButton.tsx';
import { IdentityLink } from '../../parts/identity/Identity.tsx';
import type { Recognizable } from '../../data/records/recognition.ts';
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
  /** The part that it has in the exchange. */
  title: string;
  record: Recognizable | null | undefined;
  state?: string;
  /** The change that fixes it. */
  remedy?: Remedy | false;
}

/** A party, in the columns that all have: whether it hinders the exchange, what it is, which one, and its state. */
const Party = ({ isFine, title, record, state, remedy }: PartyProps): ReactNode => (
  <li className="party">
    <span className={isFine ? 'good' : 'bad'} aria-hidden="true">
      {isFine ? '✓' : '✗'}
    </span>
    <span className="soft">{title}</span>
    {record ? <IdentityLink record={record} /> : <span />}
    <span className="row">
      {state}
      {remedy ? (
        <ChangeButton operation={remedy.operation} input={remedy.input}>
          {remedy.title}…
        </ChangeButton>
      ) : null}
    </span>
  </li>
);

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
    <ul className="plain-list card" aria-label={texts.parties}>
      <Party
        isFine={mayExchange && !isForbidden}
        title={texts.application}
        record={client?.application}
        state={isForbidden ? texts.mayNotManage : stateOf(client, texts)}
        remedy={isForbidden ? allowManagement : client !== null && !client.tokenExchangeAllowed && allow}
      />
      <Party
        isFine={subject.state === 'ACTIVE'}
        title={texts.user}
        record={subject.user}
        state={texts.states[subject.state]}
        remedy={subject.state === 'SUSPENDED' && reactivate}
      />
      <Party
        isFine={target !== null}
        title={texts.resource}
        record={target?.apiResource}
        state={target ? texts.exists : texts.unknown}
      />
      {membership ? (
        <Party
          isFine={membership.isMember}
          title={texts.organization}
          record={membership.organization}
          state={membership.isMember ? texts.isMember : texts.isNoMember}
          remedy={!membership.isMember && organizationId !== undefined && join}
        />
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
