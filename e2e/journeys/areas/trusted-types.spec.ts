import { expect, test } from '@playwright/test';
import { deployedArea } from '../../support/registry.ts';
import { publishChanged } from './faults.ts';

/** Attacks by compromised code of an area: each attempt turns a text into HTML or code. */
const attempts: Record<string, string> = {
  innerHTML: `document.body.innerHTML='<img src="/x" onerror="self.broken=1">'`,
  outerHTML: `document.createElement('p').outerHTML='<b>x</b>'`,
  insertAdjacentHTML: `document.body.insertAdjacentHTML('beforeend','<img src="/x" onerror="self.broken=1">')`,
  'srcdoc of a frame': `document.createElement('iframe').srcdoc='<script>parent.broken=1</script>'`,
  'document.write': `document.write('<script>self.broken=1</script>')`,
  DOMParser: `new DOMParser().parseFromString('<p>x</p>','text/html')`,
  'a fragment from a range': `document.createRange().createContextualFragment('<p>x</p>')`,
  'a script from elsewhere': `document.createElement('script').src='https://example.org/x.js'`,
  'a script of the API': `document.createElement('script').src='/api/media/v1/file'`,
  'a file of an area that no registry lists': `document.createElement('script').src='/remotes/mf-trips/9.9.9/remoteEntry.js'`,
  'the text of a script': `document.createElement('script').text='self.broken=1'`,
  'an address that is code': `document.createElement('script').src='data:text/javascript,self.broken=1'`,
  'a worker from elsewhere': `new Worker('/api/media/v1/file')`,
  eval: `eval('self.broken=1')`,
  'a function from text': `new Function('self.broken=1')()`,
  'a timer with text': `setTimeout('self.broken=1')`,
  'an event handler from text': `document.body.setAttribute('onclick','self.broken=1')`,
  'a policy of its own': `trustedTypes.createPolicy('mine',{createHTML:(text)=>text})`,
  'another default policy': `trustedTypes.createPolicy('default',{createHTML:(text)=>text})`,
};

test('code of an area can make no text into a page or into code', async ({ page }) => {
  const area = await deployedArea(page, 'mf-trips');
  const tried = Object.entries(attempts).map(([name, code]) => `try{${code};done.push(${JSON.stringify(name)})}catch{refused+=1}`);
  await publishChanged(page, area.entry, (entry) => `${entry};(()=>{const done=[];let refused=0;${tried.join(';')};self.attempts={done,refused}})()`);
  const answer = await page.goto('/eservice/triptic/trip');
  expect(answer?.headers()['content-security-policy']).toContain("require-trusted-types-for 'script'; trusted-types default");
  await expect(page.locator('[data-area="mf-trips"]').getByRole('heading', { level: 1 })).toBeVisible();
  // The heading is in the page before the code of the area is loaded.
  await page.waitForFunction(() => 'attempts' in self);
  expect(await page.evaluate(() => (self as unknown as { attempts: unknown }).attempts)).toEqual({ done: [], refused: Object.keys(attempts).length });
  expect(await page.evaluate(() => Object.hasOwn(self, 'broken'))).toBe(false);
});
