import { markup } from '../../../http/markup.ts';
import type { Page } from '../../flow/page.ts';
import type { Texts } from '../../texts/index.ts';
import type { FormPart, StepPart } from './step-part.ts';
import { codeLimits, smsLimits } from '../../../domain/messages/message-limits.ts';
import { inboxOf } from '../../../vocabulary/connectors/mail-inboxes.ts';
import { codeField, submit } from './field.ts';

/** The code that was sent. */
export function codeStep(page: Page, texts: Texts): StepPart {
  const { challenge } = page.flow;
  const isPhone = challenge?.kind === 'phone';
  const { pause } = isPhone ? smsLimits : codeLimits;
  const until = new Date(Date.parse(challenge?.sentAt ?? '') + pause);
  const [before, address, after] = texts.codeSentTo(page.identifier);
  return {
    heading: isPhone ? texts.enterCodeOfSms : texts.enterCode,
    lead: markup`${before}<strong>${address}</strong>${after}`,
    form: [
      codeField(page, texts, { isFirst: true }),
      submit(texts.confirm),
      ...(isPhone ? [] : openInbox(page.identifier, texts)),
    ],
    ways: [
      {
        way: isPhone ? 'phone-code' : 'email-code',
        label: texts.sendAgain,
        ...(challenge && { waits: { until, label: texts.sendAgainIn } }),
      },
      { way: 'sign-in', label: texts.anotherWay },
    ],
  };
}

/** The inbox of a well-known mail service, which follows from the address alone. */
function openInbox(address: string, texts: Texts): readonly FormPart[] {
  const inbox = inboxOf(address);
  if (!inbox) return [];
  const { name, url } = inbox;
  return [
    {
      markup: markup`<a class="button quiet" href="${url}" target="_blank" rel="noopener">${texts.openInbox(name)}</a>`,
    },
  ];
}
