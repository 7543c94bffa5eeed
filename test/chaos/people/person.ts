import { setTimeout as sleep } from 'node:timers/promises';
import { Visitor } from '../../support/browsers/browser.ts';
import type { Chance } from '../load/chance.ts';
import type { Elsewhere } from './elsewhere.ts';
import type { PostOffice } from './post-office.ts';

export interface World {
  urls: readonly string[];
  clientId: string;
  redirectUri: string;
  office: PostOffice;
  /** The identity provider at which some people sign in. */
  elsewhere: Elsewhere;
  chance: Chance;
}

/** The actions of a person, and what the pages acknowledged. */
export interface Life {
  email: string;
  /** Signs up and in with an identity provider, without a password. */
  isElsewhere: boolean;
  /** A page said that a code was sent. */
  wasCodeSent: boolean;
  /** A page led on to the application after the sign-up. */
  hasSignedUp: boolean;
  /** The same after sign-ins, and the number of passwords, or identities, that were submitted. */
  signIns: number;
  proofs: number;
}

const password = 'seven wooden ships at sea';
/** Milliseconds within which a request must have a response from some process. */
const patience = 60_000;
/**
 * Milliseconds within which a message must be sent: more than the longest pause between two attempts before a code
 * expires (256 s).
 */
export const mailPatience = 300_000;

interface ShownPage {
  status: number;
  purpose?: string;
  version?: number;
  step?: { name: string; details: { next?: string; identity?: string | null } } | null;
  problem?: { name: string } | null;
  next?: string;
}

/** Signs up with a new address, then signs in until `ending`. Returns what happened. */
export async function live(
  world: World,
  { email, isElsewhere }: Pick<Life, 'email' | 'isElsewhere'>,
  ending: AbortSignal,
): Promise<Life> {
  const life: Life = { email, isElsewhere, wasCodeSent: false, hasSignedUp: false, signIns: 0, proofs: 0 };
  life.hasSignedUp = await goThrough(world, life, 'sign-up');
  while (life.hasSignedUp && !ending.aborted) {
    if (await goThrough(world, life, 'sign-in')) life.signIns += 1;
    await sleep(world.chance.below(300));
  }
  return life;
}

/** Goes through the pages of one flow. Whether they led on to the application. */
async function goThrough(world: World, life: Life, purpose: 'sign-up' | 'sign-in'): Promise<boolean> {
  const visitor = new Visitor((url, init) => send(world, url, init));
  const page = await visitor.follow(authorizationUrl(world), world.urls[0] ?? '');
  if ('left' in page) throw new Error('there was no page');
  const json = { accept: 'application/json', 'content-type': 'application/json' };
  const read = async (init: RequestInit = {}): Promise<ShownPage> => {
    const response = await visitor.fetch(page.url, { headers: json, ...init });
    return { status: response.status, ...((await response.json().catch(() => ({}))) as object) };
  };
  let shown = await read();
  for (let steps = 0; steps < 60; steps++) {
    if (shown.next !== undefined) return true;
    if (!shown.step) return false;
    const fields = life.isElsewhere ? answerElsewhere(world, life, shown) : await answerTo(world, life, shown, purpose);
    if (!fields) return false;
    const body = JSON.stringify({ step: shown.step.name, version: String(shown.version), ...fields });
    shown = await read({ method: 'POST', body });
    if (shown.step?.name === 'code' && !shown.problem) life.wasCodeSent = true;
    if (shown.step?.details.next !== undefined && (await world.elsewhere.visit(visitor, shown.step.details.next)))
      shown = await read();
  }
  throw new Error(`the pages do not end: ${JSON.stringify(shown)}`);
}

/** The answer to a step. Undefined if the flow cannot be completed: its code has expired, or was used. */
async function answerTo(
  { office }: World,
  life: Life,
  { step, purpose: present, problem }: ShownPage,
  purpose: string,
): Promise<Record<string, string> | undefined> {
  const { email } = life;
  if (problem && problem.name !== 'page-outdated') return undefined;
  if (step?.name === 'identify' && present !== purpose) return { way: purpose };
  if (step?.name === 'identify' && purpose === 'sign-up') return { identifier: email };
  if (step?.name === 'code') return { code: await codeFor(office, email) };
  if (step?.name === 'identify') life.proofs += 1;
  return { ...(step?.name === 'identify' && { identifier: email }), password };
}

/** Goes to the identity provider, again if it was away or its response is lost; then confirms who has come back. */
function answerElsewhere(
  { elsewhere }: World,
  life: Life,
  { step, problem }: ShownPage,
): Record<string, string> | undefined {
  if (problem && !['page-outdated', 'provider-failed'].includes(problem.name)) return undefined;
  if (step?.details.identity === undefined) return { way: `identity:${elsewhere.providerId}`, identifier: life.email };
  life.proofs += 1;
  return {};
}

async function codeFor(office: PostOffice, email: string): Promise<string> {
  for (const start = performance.now(); performance.now() - start < mailPatience; await sleep(50)) {
    const code = office.codeFor(email);
    if (code) return code;
  }
  throw new Error(`no mail to ${email} arrived in ${mailPatience / 1000} s`);
}

function authorizationUrl({ urls, clientId, redirectUri }: World): URL {
  const url = new URL('/oidc/auth', urls[0]);
  url.search = `${new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: redirectUri,
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })}`;
  return url;
}

/** Sends a request to any process, again if it has no response: the pages must bear repeated forms. */
async function send({ urls, chance }: World, url: URL, init?: RequestInit): Promise<Response> {
  for (const start = performance.now(); performance.now() - start < patience; await sleep(100)) {
    const address = new URL(`${url.pathname}${url.search}`, chance.pick(urls));
    const response = await fetch(address, { ...init, signal: AbortSignal.timeout(20_000) }).catch(() => undefined);
    const body = await response?.arrayBuffer().catch(() => undefined);
    if (!response || !body || response.status >= 500) continue;
    const { status, headers } = response;
    return new Response([204, 304].includes(status) || !body.byteLength ? null : body, { status, headers });
  }
  throw new Error(`no response to ${url.pathname} in ${patience / 1000} s`);
}
