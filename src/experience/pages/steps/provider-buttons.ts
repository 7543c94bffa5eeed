import { wayTo } from '../../flow/upstream.ts';
import type { Page } from '../../flow/page.ts';
import type { Texts } from '../../texts/index.ts';
import { wayButton } from './field.ts';
import type { FormPart } from './step-part.ts';

/** A button for each identity provider that the first page offers: the last one of this browser is the first one. */
export function providerButtons({ flow: { providers }, lastProviderId }: Page, texts: Texts): FormPart[] {
  const shown = providers.filter(({ isShown }) => isShown);
  const inOrder = [
    ...shown.filter(({ id }) => id === lastProviderId),
    ...shown.filter(({ id }) => id !== lastProviderId),
  ];
  return inOrder.map((provider) =>
    wayButton({
      way: wayTo(provider),
      label: texts.continueWithProvider(provider.name),
      ...(provider.id === lastProviderId && { hint: texts.lastUsed }),
    }),
  );
}
