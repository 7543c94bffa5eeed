import { createHash, generateKeyPairSync, sign, verify } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';

// Reference 1, the ceiling: the least work of any exchange. HTTP, reading the body, verifying one signature and making
// one, over a constant text with ready keys. No parsing, no client, no policy, no database.
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const signingKey = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
const checkingKey = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
const digits = createHash('sha512').update('claims').digest('hex');
const signingInput = Buffer.from(`${digits}.${digits.repeat(4)}`);
const knownSignature = sign('sha256', signingInput, signingKey);

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    Buffer.concat(chunks).toString('latin1');
    verify('sha256', signingInput, checkingKey, knownSignature, (failure, good) => {
      if (failure || !good) fail(response);
      else
        sign('sha256', signingInput, signingKey, (fault, signature) =>
          fault ? fail(response) : yes(response, signature),
        );
    });
  });
});
server.listen(Number(process.env['PORT']), '127.0.0.1');

function yes(response: ServerResponse, signature: Buffer): void {
  const token = `${signingInput.toString('latin1')}.${signature.toString('base64url')}`;
  const answer = JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: 3600, scope: 'read' });
  response.writeHead(200, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(answer),
  });
  response.end(answer);
}

function fail(response: ServerResponse): void {
  response.writeHead(500, { 'content-length': 0 }).end();
}
