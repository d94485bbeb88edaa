// A subscriber: node subscriber.mjs https://your-host.example/reviews SECRET
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as http from 'node:http';
import * as https from 'node:https';

const HUB = process.env.HUB ?? 'http://localhost:4321/api/websub/hub';
const TOPIC = process.env.TOPIC ?? 'http://localhost:4321/reviews.json';
const [callback, secret = randomBytes(16).toString('hex')] = process.argv.slice(2);

async function answer(request, response) {
  const { searchParams: asked } = new URL(request.url, 'http://localhost');
  if (request.method === 'GET') {
    // The hub checks that we asked for this subscription. Confirm only our own topic, by returning the challenge.
    const meant = asked.get('hub.topic') === TOPIC && asked.get('hub.mode') !== 'denied';
    if (meant) console.log(`confirming for ${asked.get('hub.lease_seconds')} seconds`);
    return response.writeHead(meant ? 200 : 404).end(meant ? asked.get('hub.challenge') : '');
  }
  const parts = [];
  for await (const part of request) parts.push(part);
  const body = Buffer.concat(parts);
  response.writeHead(204).end(); // respond first, then process
  const expected = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const given = String(request.headers['x-hub-signature']);
  if (given.length !== expected.length || !timingSafeEqual(Buffer.from(given), Buffer.from(expected))) return;
  const { reviews } = JSON.parse(body);
  console.log(`${reviews.length} reviews; the newest is by ${reviews[0]?.author}`);
}

// Without a certificate, it needs a server in front of it that has one.
const { TLS_CERT, TLS_KEY } = process.env;
const tls = TLS_CERT && { cert: readFileSync(TLS_CERT), key: readFileSync(TLS_KEY) };
const server = tls ? https.createServer(tls, answer) : http.createServer(answer);
server.listen(Number(process.env.PORT ?? 8080), async () => {
  const form = { 'hub.mode': 'subscribe', 'hub.topic': TOPIC, 'hub.callback': callback, 'hub.secret': secret };
  const response = await fetch(HUB, { method: 'POST', body: new URLSearchParams(form) });
  console.log(`listening on ${server.address().port}; the hub answered ${response.status} ${await response.text()}`); // 202: its GET comes next
});
