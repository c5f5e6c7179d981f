import { expect, type Page } from '@playwright/test';

/** Waits until the device has asked the portal for all that it may keep. The page itself asks only when it has nothing else to do. */
export async function portalKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    const renewed = new Promise((done) => {
      port1.onmessage = done;
    });
    active?.postMessage('renew', [port2]);
    await renewed;
  });
  const lacking = await page.evaluate(async () => {
    const [files, answers] = await Promise.all([caches.open('portal-files'), caches.open('portal-answers')]);
    const manifest = await files.match('/offline.json');
    if (!manifest) return 'the manifest';
    const { pages, files: scripts, calls, catalogues, languages } = JSON.parse(((await manifest.json()) as { manifest: string }).manifest);
    const wanted = [...pages.map(({ integrity }: { integrity: string }) => integrity), ...Object.values(scripts)] as string[];
    const places = new Set((await files.keys()).map(({ url }) => new URL(url).pathname));
    const answered = (await answers.keys()).length;
    return [
      ...wanted.filter((integrity) => !places.has(`/kept/${encodeURIComponent(integrity)}`)),
      ...(answered < calls.length * languages.length + catalogues.length ? [`answers: ${answered}`] : []),
    ].join(' ');
  });
  expect(lacking).toBe('');
}
