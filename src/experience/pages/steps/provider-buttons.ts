import { wayTo } from '../../flow/upstream.ts';
import type { Page } from '../../flow/page.ts';
import type { Texts } from '../../texts/index.ts';
import { wayButton } from './field.ts';
import type { FormPart } from './step-part.ts';

/** A button for each identity provider that the first page offers. */
export const providerButtons = ({ flow: { providers } }: Page, texts: Texts): FormPart[] =>
  providers
    .filter(({ isShown }) => isShown)
    .map((provider) => wayButton({ way: wayTo(provider), label: texts.continueWithProvider(provider.name) }));
