import { tokenSnippets } from './token-snippets.ts';

export interface SnippetValues {
  issuer: string;
  clientId: string;
  /** The address to which people return after they sign in. */
  redirectUri: string;
  /** The API that the application serves, which people's access tokens are for (RFC 8707). */
  served?: { indicator: string; scopes: readonly string[] } | undefined;
}

/** The scopes of a sign-in: of the person, and of the API that is served. */
export const scopesOf = ({ served }: SnippetValues): string =>
  ['openid', 'profile', 'email', ...(served?.scopes ?? [])].join(' ');

/** An access token for the application itself (RFC 6749 §4.4). */
export const machineSnippets = ({ issuer, clientId }: SnippetValues): Record<string, string> =>
  tokenSnippets({
    issuer,
    clientId,
    fields: { grant_type: 'client_credentials', resource: { variable: 'RESOURCE' } },
  });

/** Signing people in within a page, which has no secret. */
export const pageSnippets = ({ issuer, clientId, redirectUri }: SnippetValues): Record<string, string> => ({
  JavaScript: `<!-- index.html, with oidc-client-ts, vite: npx vite --port ${new URL(redirectUri).port || '8080'} -->
<script type="module">
import { UserManager } from 'oidc-client-ts';

const users = new UserManager({
  authority: '${issuer}',
  client_id: '${clientId}',
  redirect_uri: '${redirectUri}',
  scope: 'openid profile email',
});

if (location.href.startsWith(users.settings.redirect_uri)) {
  await users.signinCallback();
  history.replaceState(null, '', '/');
}
const user = await users.getUser();
if (user) document.body.textContent = \`Signed in as \${user.profile.sub}\`;
else await users.signinRedirect();
</script>`,
});

/** Signing people in on a device: in its browser, and back to the application. */
export const nativeSnippets = ({ issuer, clientId, redirectUri }: SnippetValues): Record<string, string> => ({
  Kotlin: `val issuer = Uri.parse("${issuer}") // net.openid:appauth
AuthorizationServiceConfiguration.fetchFromIssuer(issuer) { configuration, error ->
    val request = AuthorizationRequest.Builder(
        configuration!!,
        "${clientId}",
        ResponseTypeValues.CODE,
        Uri.parse("${redirectUri}"),
    ).setScope("openid profile email offline_access").setPrompt("consent").build()
    startActivityForResult(AuthorizationService(this).getAuthorizationRequestIntent(request), signInCode)
}`,
  Swift: `let issuer = URL(string: "${issuer}")! // openid/AppAuth-iOS
OIDAuthorizationService.discoverConfiguration(forIssuer: issuer) { configuration, error in
  let request = OIDAuthorizationRequest(
    configuration: configuration!,
    clientId: "${clientId}",
    scopes: [OIDScopeOpenID, OIDScopeProfile, "email", "offline_access"],
    redirectURL: URL(string: "${redirectUri}")!,
    responseType: OIDResponseTypeCode,
    additionalParameters: ["prompt": "consent"])
  self.flow = OIDAuthState.authState(byPresenting: request, presenting: self) { state, error in
    // state?.performAction { accessToken, _, _ in … }
  }
}`,
});
