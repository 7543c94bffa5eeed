import { compiledReceiverSnippets } from './compiled-receiver-snippets.ts';

/**
 * Programs that verify what they receive (Standard Webhooks), with the standard library alone. The secret comes from
 * the environment. The first line of each is its file and the command that starts it.
 */
export const receiverSnippets: Readonly<Record<string, string>> = {
  Node: `// receiver.mjs: node receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

const key = Buffer.from(process.env.WEBHOOK_SECRET.replace('whsec_', ''), 'base64');

function verify(body, headers) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  const age = Date.now() / 1000 - Number(timestamp);
  if (!(Math.abs(age) <= 300)) throw new Error('too old or too new');
  const signature = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\`).update(body).digest('base64');
  const expected = Buffer.from(\`v1,\${signature}\`);
  const given = signatures.split(' ').map((one) => Buffer.from(one));
  if (!given.some((one) => one.length === expected.length && timingSafeEqual(one, expected))) {
    throw new Error('no valid signature');
  }
  return JSON.parse(body);
}

createServer(async (request, response) => {
  try {
    const event = verify(await buffer(request), request.headers);
    console.log(event.id, event.type); // the same id again: it is known already
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
}).listen(8080);`,
  Python: `# receiver.py: python3 receiver.py
import base64, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

key = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))

def verify(body: bytes, headers) -> dict:
    timestamp = headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        raise ValueError("too old or too new")
    signed = f"{headers['webhook-id']}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.digest(key, signed, "sha256"))
    given = headers["webhook-signature"].encode().split()
    if not any(hmac.compare_digest(expected, one) for one in given):
        raise ValueError("no valid signature")
    return json.loads(body)

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        try:
            body = self.rfile.read(int(self.headers["content-length"]))
            event = verify(body, self.headers)
            print(event["id"], event["type"], flush=True)  # the same id again: it is known already
            self.send_response(204)
        except Exception:
            self.send_response(400)
        self.end_headers()

ThreadingHTTPServer(("", 8080), Receiver).serve_forever()`,
  ...compiledReceiverSnippets,
  Ruby: `# config.ru: puma --port 8080
require "json"
require "openssl"

KEY = ENV.fetch("WEBHOOK_SECRET").delete_prefix("whsec_").unpack1("m0")

def verify(body, id, timestamp, signatures)
  raise "too old or too new" if (Time.now.to_i - Integer(timestamp, 10)).abs > 300
  digest = OpenSSL::HMAC.digest("SHA256", KEY, "#{id}.#{timestamp}.#{body}")
  expected = "v1," + [digest].pack("m0")
  raise "no valid signature" if signatures.split.none? { |one| OpenSSL.secure_compare(expected, one) }
  JSON.parse(body)
end

run ->(env) do
  headers = env.values_at("HTTP_WEBHOOK_ID", "HTTP_WEBHOOK_TIMESTAMP", "HTTP_WEBHOOK_SIGNATURE")
  event = verify(env["rack.input"].read, *headers)
  puts "#{event["id"]} #{event["type"]}" # the same id again: it is known already
  [204, {}, []]
rescue StandardError
  [400, {}, []]
end`,
  PHP: `<?php // receiver.php: php -S 0.0.0.0:8080 receiver.php
function verify(string $body): array
{
    $secret = getenv('WEBHOOK_SECRET') ?: throw new Exception('WEBHOOK_SECRET is missing');
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (abs(time() - (int) $timestamp) > 300) {
        throw new Exception('too old or too new');
    }
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $one) {
        if (hash_equals($expected, $one)) {
            return json_decode($body, true, flags: JSON_THROW_ON_ERROR);
        }
    }
    throw new Exception('no valid signature');
}

try {
    $event = verify(file_get_contents('php://input'));
    error_log("{$event['id']} {$event['type']}"); // the same id again: it is known already
    http_response_code(204);
} catch (Exception) {
    http_response_code(400);
}`,
};
