/** A receiver that verifies what it receives (Standard Webhooks). The secret comes from the environment. */
export const receiverSnippets: Readonly<Record<string, string>> = {
  Node: `import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
createServer(async (request, response) => {
  try {
    const event = webhook.verify(await text(request), request.headers);
    console.log(event.id, event.type); // the same id again: it is known already
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
}).listen(3000);`,
  Python: `import base64, hashlib, hmac, json, os, time

def verify(body: bytes, headers) -> dict:  # body: the raw request; header names in lower case
    key = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    if abs(time.time() - int(headers["webhook-timestamp"])) > 300:
        raise ValueError("timestamp outside of the tolerance")
    if not any(hmac.compare_digest(expected, one) for one in headers["webhook-signature"].split()):
        raise ValueError("no matching signature")
    return json.loads(body)`,
  Go: `import standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

webhook, err := standardwebhooks.NewWebhook(os.Getenv("WEBHOOK_SECRET"))

http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err == nil {
		err = webhook.Verify(body, r.Header)
	}
	if err != nil {
		http.Error(w, "not verified", http.StatusBadRequest)
		return
	}
	w.WriteHeader(http.StatusNoContent)
})`,
  Java: `var webhook = new com.standardwebhooks.Webhook(System.getenv("WEBHOOK_SECRET"));

// body: the raw text of the request; headers: java.net.http.HttpHeaders
webhook.verify(body, headers); // throws WebhookVerificationException
var event = new ObjectMapper().readTree(body);`,
  Ruby: `require "standardwebhooks"

webhook = StandardWebhooks::Webhook.new(ENV.fetch("WEBHOOK_SECRET"))

# body: the raw text of the request; header names in lower case
event = webhook.verify(body, headers) # raises StandardWebhooks::WebhookVerificationError`,
  PHP: `$webhook = new \\StandardWebhooks\\Webhook(getenv('WEBHOOK_SECRET'));

// header names in lower case
$headers = array_change_key_case(getallheaders());
$event = $webhook->verify(file_get_contents('php://input'), $headers); // throws WebhookVerificationException`,
};
