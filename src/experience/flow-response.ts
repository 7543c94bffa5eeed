import { pageHeaders } from '../oidc/provider/pages.ts';
import { detailsOf } from './flow/details.ts';
import { pageAsJson } from './pages/page-json.ts';
import { type Page, statusOf } from './flow/page.ts';
import type { FlowServices, Visit } from './flow/visit.ts';
import { stepPage } from './pages/step-page.ts';
import { branded, type PageContext, wantsJson } from './requests.ts';
import { headersIn, navigate } from './responses.ts';
import { textsIn } from './texts/index.ts';
import { retryAfterHeader } from '../http/problem.ts';

/** The response with a page, or with the same as JSON. */
export const respond = (context: PageContext, page: Page, visit: Visit, services: FlowServices): Promise<Response> =>
  render(context, page, visit, services, {
    status: statusOf(page),
    retryAfter: secondsUntil(page, services.clock.now()),
  });

/** The same, when the queue is full. */
export const respondBusy = (
  context: PageContext,
  page: Page,
  visit: Visit,
  services: FlowServices,
): Promise<Response> => render(context, page, visit, services, { status: 503, retryAfter: busyFor });

/** Seconds after which clients may retry when the queue is full. */
const busyFor = 5;

async function render(
  context: PageContext,
  page: Page,
  { action, language, back }: Visit,
  services: FlowServices,
  { status, retryAfter }: { status: ReturnType<typeof statusOf> | 503; retryAfter: number | undefined },
): Promise<Response> {
  if (page.leavesTo !== undefined && !wantsJson(context)) return navigate(context, page.leavesTo);
  const now = services.clock.now();
  const details = await detailsOf(services, page);
  const texts = textsIn(language);
  const headers = {
    ...headersIn(texts),
    ...retryAfterHeader(retryAfter),
  };
  if (wantsJson(context)) return context.json(pageAsJson(page, details, texts, now), status, headers);
  return context.html(stepPage(page, await branded(context, texts), { action, now, details, back }), status, headers);
}

/** The backup codes as a file, which needs no script. */
export const downloadCodes = (context: PageContext, { flow, applicationName }: Page): Response =>
  context.body(`${[applicationName, '', ...(flow.inputs.backupCodes ?? [])].join('\n')}\n`, 200, {
    ...pageHeaders,
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': 'attachment; filename="backup-codes.txt"',
  });

/** Seconds after which an answer that was refused can be repeated. */
export const secondsUntil = ({ problem }: Page, now: Date): number | undefined =>
  problem && 'until' in problem ? Math.max(1, Math.ceil((problem.until.getTime() - now.getTime()) / 1000)) : undefined;
