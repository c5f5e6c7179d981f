import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GatewayUnderTest, navigation, openGateway, script, TestBrowser } from '../testing/gateway-under-test.ts';

const page = '<!doctype html><html lang="en"><head><title>Single Window</title></head><body><!--SHELL--><!--REGISTRY--></body></html>';
/** Replaces the shell's own rendering module. */
const drawing = `exports.drawPage = async ({ path }) => ({ title: 'Portal', html: '<main>' + path + '</main>' });`;

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await openGateway((_request, response) => void response.end('{}'), page);
  mkdirSync(join(gateway.folder, 'web', '.page'));
  writeFileSync(join(gateway.folder, 'web', '.page', 'prerender.cjs'), drawing);
});
afterAll(() => gateway.close());

const drawnFor = async (address: string, headers: Record<string, string>) =>
  /<main>(.*)<\/main>/.exec((await new TestBrowser(gateway.origin).open(address, headers)).text)?.[1];

it('the sign-in page is delivered with the reason why a sign-in did not succeed', async () => {
  const { headers } = await new TestBrowser(gateway.origin).open('/auth/callback?state=unknown', navigation);
  expect(headers.location).toBe('/sign-in?problem=expired&returnTo=%2F');
  for (const headersSent of [navigation, script]) expect(await drawnFor(String(headers.location), headersSent)).toBe('/sign-in?problem=expired');
});

it.each([
  ['/sign-in/?returnTo=%2Fmy&problem=cancelled', '/sign-in?problem=cancelled'],
  ['/sign-in?problem=failed&problem=expired', '/sign-in?problem=failed'],
  ['/sign-in?problem=constructor', '/sign-in'],
  ['/sign-in?problem=', '/sign-in'],
  ['/sign-in', '/sign-in'],
  ['/contact?problem=expired', '/contact'],
])('the page at %s is rendered for %s', async (address, drawnAt) => expect(await drawnFor(address, navigation)).toBe(drawnAt));
