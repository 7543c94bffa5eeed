import { markup } from '../../../http/markup.ts';
import { wayTo } from '../../flow/provider-way.ts';
import type { Page } from '../../flow/page.ts';
import type { Texts } from '../../texts/index.ts';
import { submit, wayButton } from './field.ts';
import type { FormPart, StepPart, Way } from './step-part.ts';

/** The provider that a flow is about. */
function providerOf({ flow: { providers, challenge, inputs } }: Page) {
  const id = challenge?.address ?? inputs.identity?.providerId ?? inputs.identityProviderId;
  return providers.find((one) => one.id === id);
}

/** The way to an identity provider, and back from it. */
export function upstreamStep(page: Page, texts: Texts): StepPart {
  const provider = providerOf(page);
  const name = provider?.name ?? '';
  const { returned } = page.flow.challenge ?? {};
  const again: FormPart[] = provider
    ? [wayButton({ way: wayTo(provider), label: texts.continueWithProvider(name), isMain: true })]
    : [];
  const ways = otherWays(page, texts, provider?.isRequired ?? false);
  if (!returned) return { heading: texts.atProvider(name), lead: texts.atProviderWhy(name), form: again, ways };
  if ('refused' in returned)
    return { heading: texts.providerFailed(name), lead: refusalOf(returned.refused, name, texts), form: again, ways };
  const [before, label, after] = texts.continueAs(returned.read.label ?? name, name);
  return {
    heading: texts.continueWithProvider(name),
    lead: markup`${before}<strong>${label}</strong>${after}`,
    // The person has pressed a button before: with the script, this one presses itself.
    form: [submit(texts.confirm, { pressesItself: true })],
    ways,
  };
}

const refusalOf = (reason: string, name: string, texts: Texts): string =>
  reason === 'identity-refused' ? texts.providerRefusedWhy(name) : texts.providerFailedWhy(name);

/** A domain that requires its provider offers no other way. */
function otherWays({ purpose }: Page, texts: Texts, isRequired: boolean): readonly Way[] {
  if (purpose === 'link-identity') return [];
  return [isRequired ? { way: 'sign-in', label: texts.startAgain } : { way: 'identify', label: texts.anotherWay }];
}

/** The account that has the address of the identity: its owner signs in to it once. */
export function accountToProve(page: Page, texts: Texts): Required<Pick<StepPart, 'heading' | 'lead'>> {
  const { account } = page.flow;
  const [before, name, after] = texts.proveAccountWhy(account?.email ?? page.identifier, providerOf(page)?.name ?? '');
  return { heading: texts.proveAccount, lead: markup`${before}<strong>${name}</strong>${after}` };
}

/** The question whether to link an identity with the account. */
export function confirmIdentityStep(page: Page, texts: Texts): StepPart {
  const { account, inputs } = page.flow;
  const provider = providerOf(page)?.name ?? '';
  const person = account?.email ?? account?.phone ?? page.identifier;
  const [before, name, after] = texts.linkIdentityWhy(person, inputs.identity?.label ?? provider, provider);
  return {
    heading: texts.linkIdentity(provider),
    lead: markup`${before}<strong>${name}</strong>${after}`,
    form: [submit(texts.linkYes)],
    ways: [
      { way: 'skip-link', label: texts.linkNo },
      { way: 'sign-in', label: texts.startAgain },
    ],
  };
}
