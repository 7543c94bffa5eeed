/** A field of a token request: its value, or the environment variable that has it. */
type Field = string | { variable: string };

interface TokenRequest {
  issuer: string;
  clientId: string;
  fields: Readonly<Record<string, Field>>;
}

/**
 * A request for an access token, then one with it, in several languages, with the standard library alone. The secret
 * comes from the environment. The first line of a program is its file and the command that starts it.
 */
export const tokenSnippets = (values: TokenRequest): Record<string, string> => ({
  curl: curl(values),
  Node: node(values),
  Python: python(values),
  Go: go(values),
});

const curl = ({ issuer, clientId, fields }: TokenRequest): string =>
  [
    `curl ${issuer}/token`,
    `-u "${clientId}:$CLIENT_SECRET"`,
    ...Object.entries(fields).map(([name, field]) =>
      typeof field === 'string' ? `-d ${name}=${field}` : `--data-urlencode "${name}=$${field.variable}"`,
    ),
  ].join(' \\\n  ');

/** The fields, each written by a function. */
const lines = (fields: TokenRequest['fields'], indent: string, line: (name: string, field: Field) => string): string =>
  Object.entries(fields)
    .map(([name, field]) => `${indent}${line(name, field)}`)
    .join('\n');

const node = ({ issuer, clientId, fields }: TokenRequest): string => `// token.mjs: node token.mjs
const { ${variablesOf(fields)} } = process.env;
const response = await fetch('${issuer}/token', {
  method: 'POST',
  headers: { authorization: \`Basic \${btoa(\`${clientId}:\${CLIENT_SECRET}\`)}\` },
  body: new URLSearchParams({
${lines(fields, '    ', (name, field) => `${name}: ${typeof field === 'string' ? `'${field}'` : field.variable},`)}
  }),
});
if (!response.ok) throw new Error(await response.text());
const { access_token, expires_in } = await response.json(); // use it again for so many seconds

const answer = await fetch(API_URL, { headers: { authorization: \`Bearer \${access_token}\` } });
console.log(answer.status, await answer.text());`;

const variablesOf = (fields: TokenRequest['fields']): string =>
  [
    'CLIENT_SECRET',
    ...Object.values(fields).flatMap((field) => (typeof field === 'string' ? [] : [field.variable])),
    'API_URL',
  ].join(', ');

const python = ({ issuer, clientId, fields }: TokenRequest): string => `# token.py: python3 token.py
import base64, json, os
from urllib.parse import urlencode
from urllib.request import Request, urlopen

credentials = base64.b64encode(f"${clientId}:{os.environ['CLIENT_SECRET']}".encode()).decode()
form = {
${lines(fields, '    ', (name, field) => `"${name}": ${typeof field === 'string' ? `"${field}"` : `os.environ["${field.variable}"]`},`)}
}
request = Request("${issuer}/token", urlencode(form).encode(), {"Authorization": f"Basic {credentials}"})
with urlopen(request) as response:
    token = json.load(response)  # use it again for token["expires_in"] seconds

authorization = f"Bearer {token['access_token']}"
with urlopen(Request(os.environ["API_URL"], headers={"Authorization": authorization})) as answer:
    print(answer.status, answer.read().decode())`;

const go = ({ issuer, clientId, fields }: TokenRequest): string => `// token.go: go run token.go
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
	"strings"
)

func send(request *http.Request) []byte {
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		log.Fatal(response.Status, " ", string(body), err)
	}
	return body
}

func main() {
	form := url.Values{
${lines(fields, '\t\t', (name, field) => `"${name}": {${typeof field === 'string' ? `"${field}"` : `os.Getenv("${field.variable}")`}},`)}
	}
	request, err := http.NewRequest("POST", "${issuer}/token", strings.NewReader(form.Encode()))
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.SetBasicAuth("${clientId}", os.Getenv("CLIENT_SECRET"))
	var token struct {
		AccessToken string \`json:"access_token"\`
		ExpiresIn   int    \`json:"expires_in"\` // use it again for so many seconds
	}
	if err := json.Unmarshal(send(request), &token); err != nil {
		log.Fatal(err)
	}

	request, err = http.NewRequest("GET", os.Getenv("API_URL"), nil)
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token.AccessToken)
	fmt.Println(string(send(request)))
}`;
