import type { AccountChoice } from '../oidc/provider/prompts.ts';
import type { PendingInteraction } from '../oidc/provider/pending-interaction.ts';
import type { Database } from '../platform/database/database.ts';
import type { Fields } from './flow/answer.ts';
import { type ChoiceForm, accountChoices, choicePage } from './pages/choice-page.ts';
import { branded, type PageContext, textsOf, wantsJson } from './requests.ts';
import { headersIn } from './responses.ts';
import { identifierOf, nameOf } from './person-name.ts';

/** Asks whether the person who is signed in goes on (prompt=select_account), as a page or as JSON. */
export async function showChoice(
  context: PageContext,
  { uid, application, userId, languages }: PendingInteraction,
  { database }: { database: Pick<Database, 'prisma'> },
): Promise<Response> {
  const texts = textsOf(context, languages);
  const user = await database.prisma.user.findUnique({ where: { id: userId ?? '' } });
  const userName = nameOf(user, texts);
  const identifier = (user && identifierOf(user)) ?? userName;
  const form = { action: `/sign-in/${uid}`, applicationName: application.name, userName, identifier };
  if (wantsJson(context)) return context.json(choiceAsJson(form), 200, headersIn(texts));
  return context.html(choicePage(form, await branded(context, texts)), 200, headersIn(texts));
}

/** The choice of the person; undefined without one. */
export function choiceOf({ answer }: Fields): AccountChoice | undefined {
  const choice = accountChoices.find((one) => one === answer);
  return choice && { isOther: choice === 'other' };
}

/** The members of the other steps as JSON (pages/page-json.ts). */
const choiceAsJson = ({ applicationName, userName, identifier }: ChoiceForm) => ({
  purpose: 'sign-in',
  step: {
    name: 'select-account',
    fields: { type: 'object', properties: { answer: { type: 'string', enum: accountChoices } }, required: ['answer'] },
    ways: ['cancel'],
    details: { account: { applicationName, userName, identifier } },
  },
  refused: null,
  problem: null,
});
