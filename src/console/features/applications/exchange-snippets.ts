const exchange = 'urn:ietf:params:oauth:grant-type:token-exchange';
const tokenType = 'urn:ietf:params:oauth:token-type:access_token';

/** A token exchange (RFC 8693) by the application, in several languages. The secret comes from the environment. */
export const exchangeSnippets = (origin: string, clientId: string): Record<string, string> => ({
  curl: `curl ${origin}/oidc/token \\
  -u "${clientId}:$CLIENT_SECRET" \\
  -d grant_type=${exchange} \\
  -d subject_token_type=${tokenType} \\
  --data-urlencode "subject_token=$USER_ACCESS_TOKEN" \\
  --data-urlencode "resource=$RESOURCE"`,
  Node: `const response = await fetch('${origin}/oidc/token', {
  method: 'POST',
  headers: {
    authorization: \`Basic \${btoa(\`${clientId}:\${process.env.CLIENT_SECRET}\`)}\`,
  },
  body: new URLSearchParams({
    grant_type: '${exchange}',
    subject_token_type: '${tokenType}',
    subject_token: userAccessToken,
    resource,
  }),
});
const { access_token, scope } = await response.json();`,
  Python: `import os, requests

response = requests.post(
    "${origin}/oidc/token",
    auth=("${clientId}", os.environ["CLIENT_SECRET"]),
    data={
        "grant_type": "${exchange}",
        "subject_token_type": "${tokenType}",
        "subject_token": user_access_token,
        "resource": resource,
    },
)
response.raise_for_status()
token = response.json()["access_token"]`,
  Go: `form := url.Values{
	"grant_type":         {"${exchange}"},
	"subject_token_type": {"${tokenType}"},
	"subject_token":      {userAccessToken},
	"resource":           {resource},
}
request, err := http.NewRequest("POST", "${origin}/oidc/token", strings.NewReader(form.Encode()))
if err != nil {
	return err
}
request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
request.SetBasicAuth("${clientId}", os.Getenv("CLIENT_SECRET"))
response, err := http.DefaultClient.Do(request)`,
});
