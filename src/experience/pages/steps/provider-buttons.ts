import { wayTo } from '../../flow/provider-way.ts';
import type { Page } from '../../flow/page.ts';
import type { Texts } from '../../texts/index.ts';
import { wayButton } from './field.ts';
import type { FormPart } from './step-part.ts';

/** A button for each identity provider that the first page offers: the last one of this browser is the first one. */
export function providerButtons({ flow: { providers }, lastWay }: Page, texts: Texts): FormPart[] {
  const shown = providers
    .filter(({ isShown }) => isShown)
    .map((provider) => ({ way: wayTo(provider), label: texts.continueWithProvider(provider.name) }));
  const isLast = ({ way }: { way: string }): boolean => way === lastWay;
  const last = shown.filter(isLast).map((one) => ({ ...one, hint: texts.lastUsed }));
  return [...last, ...shown.filter((one) => !isLast(one))].map(wayButton);
}
