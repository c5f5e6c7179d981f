import { expect, type Page } from '@playwright/test';

/** Returns the six-digit code in the newest message to an address. The development portal shows the messages that it would send. */
export async function codeSentTo(page: Page, address: string): Promise<string> {
  let code: string | undefined;
  await expect
    .poll(async () => {
      const html = await (await page.request.get('/dev/mail')).text();
      const messages = html.split('<article>').filter((message) => message.includes(`To ${address} `));
      code = /\b(\d{6})\b/.exec(messages[0]?.split('<pre>')[1] ?? '')?.[1];
      return code;
    }, `a code for ${address}`)
    .toBeDefined();
  return code as string;
}
