import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { developmentUsers } from '@portal/identity';
import { runTraces } from './traces.ts';

it("signs in with the credentials of the portal's own staff", async () => {
  const signedIn: string[] = [];
  const server = createServer(async (call, answer) => {
    const body = (await call.toArray()).join('');
    const json = (content: object, status = 200) => answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
    if (call.url?.startsWith('/auth/login')) answer.end('<form action="/sign-in"><input name="username"><input name="password"></form>');
    else if (call.url === '/auth/session') json({ user: {}, csrfToken: 'token' });
    else if (call.url === '/sign-in') answer.end(signedIn.push(body) && 'done');
    else json({ model: { id: '1', version: 1, documentStatus: 'CREATED' } }, 201);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = Object.fromEntries(developmentUsers.map(({ username }) => [username, { username: `${username} of theirs`, password: 'secret' }]));
  try {
    // This portal does nothing, so the traces fail. They have signed in by then.
    await runTraces({ url, credentials, steps: 1, hands: 1, seed: 1 });
  } finally {
    server.close();
    server.closeAllConnections();
  }
  expect(signedIn.length).toBeGreaterThan(0);
  for (const form of signedIn) expect(form).toMatch(/^username=[\w-]+\+of\+theirs&password=secret$/);
});
