interface Given {
  issuer: string;
  clientId: string;
  /** Where people return after signing in. */
  redirectUri: string;
}

/** An access token for the application itself (RFC 6749 §4.4). The secret comes from the environment. */
export const machineSnippets = ({ issuer, clientId }: Given): Record<string, string> => ({
  curl: `curl ${issuer}/token \\
  -u "${clientId}:$CLIENT_SECRET" \\
  -d grant_type=client_credentials \\
  --data-urlencode "resource=$RESOURCE"`,
  Node: `const response = await fetch('${issuer}/token', {
  method: 'POST',
  headers: {
    authorization: \`Basic \${btoa(\`${clientId}:\${process.env.CLIENT_SECRET}\`)}\`,
  },
  body: new URLSearchParams({ grant_type: 'client_credentials', resource: process.env.RESOURCE }),
});
const { access_token, expires_in } = await response.json();`,
  Python: `import os, requests

response = requests.post(
    "${issuer}/token",
    auth=("${clientId}", os.environ["CLIENT_SECRET"]),
    data={"grant_type": "client_credentials", "resource": os.environ["RESOURCE"]},
)
response.raise_for_status()
token = response.json()["access_token"]`,
  Go: `config := clientcredentials.Config{ // golang.org/x/oauth2/clientcredentials
	ClientID:       "${clientId}",
	ClientSecret:   os.Getenv("CLIENT_SECRET"),
	TokenURL:       "${issuer}/token",
	EndpointParams: url.Values{"resource": {os.Getenv("RESOURCE")}},
}
client := config.Client(ctx) // sends the token with each request`,
});

/** Signing people in on a server, which keeps the secret. */
export const webSnippets = ({ issuer, clientId, redirectUri }: Given): Record<string, string> => ({
  Node: `import * as client from 'openid-client';

const config = await client.discovery(new URL('${issuer}'), '${clientId}', process.env.CLIENT_SECRET);

// Send the person to the sign-in page. Keep verifier and state in the person's session.
const verifier = client.randomPKCECodeVerifier();
const state = client.randomState();
const signInUrl = client.buildAuthorizationUrl(config, {
  redirect_uri: '${redirectUri}',
  scope: 'openid profile email',
  state,
  code_challenge: await client.calculatePKCECodeChallenge(verifier),
  code_challenge_method: 'S256',
});

// At the redirect URI, with the complete URL of that request:
const checks = { pkceCodeVerifier: verifier, expectedState: state };
const tokens = await client.authorizationCodeGrant(config, callbackUrl, checks);`,
  Python: `import os
from authlib.integrations.flask_client import OAuth

oauth = OAuth(app)
oauth.register(
    "mandate",
    server_metadata_url="${issuer}/.well-known/openid-configuration",
    client_id="${clientId}",
    client_secret=os.environ["CLIENT_SECRET"],
    client_kwargs={"scope": "openid profile email", "code_challenge_method": "S256"},
)

@app.route("/sign-in")
def sign_in():
    return oauth.mandate.authorize_redirect("${redirectUri}")

# At the redirect URI:
token = oauth.mandate.authorize_access_token()`,
  Go: `provider, err := oidc.NewProvider(ctx, "${issuer}") // github.com/coreos/go-oidc/v3/oidc
config := oauth2.Config{ // golang.org/x/oauth2
	ClientID:     "${clientId}",
	ClientSecret: os.Getenv("CLIENT_SECRET"),
	Endpoint:     provider.Endpoint(),
	RedirectURL:  "${redirectUri}",
	Scopes:       []string{oidc.ScopeOpenID, "profile", "email"},
}

// Send the person to the sign-in page. Keep verifier and state in the person's session.
verifier := oauth2.GenerateVerifier()
signInURL := config.AuthCodeURL(state, oauth2.S256ChallengeOption(verifier))

// At the redirect URI, if it has the same state:
token, err := config.Exchange(ctx, code, oauth2.VerifierOption(verifier))`,
});

/** Signing people in within a page, which has no secret. */
export const pageSnippets = ({ issuer, clientId, redirectUri }: Given): Record<string, string> => ({
  JavaScript: `import { UserManager } from 'oidc-client-ts';

const users = new UserManager({
  authority: '${issuer}',
  client_id: '${clientId}',
  redirect_uri: '${redirectUri}',
  scope: 'openid profile email',
});

// Send the person to the sign-in page:
await users.signinRedirect();

// At the redirect URI:
const { access_token } = await users.signinCallback();`,
});

/** Signing people in on a device: in its browser, and back to the application. */
export const nativeSnippets = ({ issuer, clientId, redirectUri }: Given): Record<string, string> => ({
  Kotlin: `val issuer = Uri.parse("${issuer}") // net.openid:appauth
AuthorizationServiceConfiguration.fetchFromIssuer(issuer) { configuration, error ->
    val request = AuthorizationRequest.Builder(
        configuration!!,
        "${clientId}",
        ResponseTypeValues.CODE,
        Uri.parse("${redirectUri}"),
    ).setScope("openid profile email offline_access").build()
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
    additionalParameters: nil)
  self.flow = OIDAuthState.authState(byPresenting: request, presenting: self) { state, error in
    // state?.performAction { accessToken, _, _ in … }
  }
}`,
});
