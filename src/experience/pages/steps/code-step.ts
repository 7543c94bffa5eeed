import { markup } from '../../../http/markup.ts';
import type { Page } from '../../flow/page.ts';
import type { Texts } from '../../texts/index.ts';
import type { StepPart } from './step-part.ts';
import { codeField, submit } from './field.ts';

/** The code that was sent. */
export function codeStep(page: Page, texts: Texts): StepPart {
  const isPhone = page.flow.challenge?.kind === 'phone';
  const [before, address, after] = texts.codeSentTo(page.identifier);
  return {
    heading: isPhone ? texts.enterCodeOfSms : texts.enterCode,
    lead: markup`${before}<strong>${address}</strong>${after}`,
    form: [codeField(page, texts.code, true), submit(texts.confirm)],
    ways: [
      { way: isPhone ? 'phone-code' : 'email-code', label: texts.sendAgain },
      { way: 'sign-in', label: texts.anotherWay },
    ],
  };
}
