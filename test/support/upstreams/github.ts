import { createHash, randomUUID } from 'node:crypto';
import { text as textOf } from 'node:stream/consumers';
import type { OAuth2Connection } from '../../../src/platform/identity-providers/identity-provider.ts';
import { type Answer, redirectTo, sendJson, startServer, type UpstreamServer } from './server.ts';

/** An identity provider in the manner of GitHub: OAuth 2.0, errors with status 200, a list of addresses. */
export interface GitHub extends UpstreamServer {
  settings: OAuth2Connection['settings'];
  clientSecret: string;
  /** The user who signs in next. The address of the profile is not verified. */
  user: Record<string, unknown>;
  emails: { email: string; primary: boolean; verified: boolean }[];
  /** The person refuses from now on. */
  refuses: boolean;
}

const octocat = { id: 583231, login: 'octocat', name: 'The Octocat', email: 'profile@example.com' };

export async function startGitHub(): Promise<GitHub> {
  const clientSecret = randomUUID();
  const upstream = {
    clientSecret,
    user: octocat as GitHub['user'],
    emails: [
      { email: 'octocat@example.com', primary: true, verified: true },
      { email: 'old@example.com', primary: false, verified: true },
    ],
    refuses: false,
  };
  const challenges = new Map<string, string>();
  const tokens = new Set<string>();

  const authorize: Answer = (request, response) => {
    const parameters = new URL(request.url ?? '', 'http://github').searchParams;
    const callback = URL.parse(parameters.get('redirect_uri') ?? '');
    if (!callback) return sendJson(response, { message: 'Sign in to GitHub' });
    callback.searchParams.set('state', parameters.get('state') ?? '');
    const code = randomUUID();
    challenges.set(code, parameters.get('code_challenge') ?? '');
    if (upstream.refuses) callback.searchParams.set('error', 'access_denied');
    else callback.searchParams.set('code', code);
    return redirectTo(response, callback);
  };
  const redeem: Answer = async (request, response) => {
    const form = new URLSearchParams(await textOf(request));
    const code = form.get('code') ?? '';
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight = challenges.get(code) === verifier && challenges.delete(code);
    const isClient = form.get('client_id') === 'mandate' && form.get('client_secret') === clientSecret;
    if (!isClient)
      return sendJson(response, {
        error: 'incorrect_client_credentials',
        error_description: 'The client_id and/or client_secret passed are incorrect.',
      });
    if (!isRight)
      return sendJson(response, {
        error: 'bad_verification_code',
        error_description: 'The code passed is incorrect or expired.',
      });
    const token = randomUUID();
    tokens.add(token);
    sendJson(response, { access_token: token, token_type: 'bearer', scope: 'read:user,user:email' });
  };
  const show =
    (body: () => unknown): Answer =>
    (request, response) => {
      const [, token = ''] = (request.headers.authorization ?? '').split(' ');
      if (!request.headers['user-agent']) sendJson(response, { message: 'A User-Agent is required.' }, 403);
      else if (!tokens.has(token)) sendJson(response, { message: 'Bad credentials' }, 401);
      else sendJson(response, body());
    };
  const answers: Record<string, Answer> = {
    '/login/oauth/authorize': authorize,
    '/login/oauth/access_token': redeem,
    '/user': show(() => upstream.user),
    '/user/emails': show(() => upstream.emails),
  };
  const server = await startServer(() => (request, response) => {
    const answer = answers[new URL(request.url ?? '', 'http://github').pathname];
    return answer ? answer(request, response) : sendJson(response, { message: 'Not Found' }, 404);
  });
  const settings = {
    authorizationEndpoint: `${server.origin}/login/oauth/authorize`,
    tokenEndpoint: `${server.origin}/login/oauth/access_token`,
    userinfoEndpoint: `${server.origin}/user`,
    emailsEndpoint: `${server.origin}/user/emails`,
    clientId: 'mandate',
    scopes: ['read:user', 'user:email'],
    authentication: 'client_secret_post' as const,
    subjectClaim: 'id',
  };
  return Object.assign(upstream, server, { settings });
}
