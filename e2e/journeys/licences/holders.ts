import { expect, type Page } from '@playwright/test';
import { answerLicence, type Holder, licenceHome as publicHome } from '../../answers/licence.ts';
import { Form } from '../../support/form.ts';

export { aHolder, type Holder, licenceHome as publicHome } from '../../answers/licence.ts';

export const staffHome = '/licenser/professional';

/** A small picture to upload; `aDiploma` is a small document. */
export const aPhoto = {
  name: 'me.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAADwAAABQCAMAAAByFOZhAAAAA1BMVEWIiKqNBS9XAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAG0lEQVRYhe3BAQEAAACCIP+vbkhAAQAAAMCPARMQAAH8SKKAAAAAAElFTkSuQmCC',
    'base64',
  ),
};
export const aDiploma = {
  name: 'diploma.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
  ),
};

/** Fills in the required answers of every step, up to the review. */
export async function fillApplication(page: Page, holder: Holder): Promise<void> {
  await page.goto(publicHome);
  await answerLicence(new Form(page), holder);
}

/** Signs by typing the name, and waits until the signature is stored. */
export async function sign(page: Page, holder: Holder): Promise<void> {
  const pad = page.getByRole('region', { name: 'Signature' });
  await pad.getByRole('textbox').fill(holder.name);
  await pad.getByRole('button', { name: 'Use this signature' }).click();
  await expect(pad.getByRole('img', { name: 'Signature', exact: true })).toBeVisible();
}

/**
 * Submits the form.
 * @returns the reference and the id of the application
 */
export async function submitApplication(page: Page): Promise<{ reference: string; id: string }> {
  await page.getByRole('button', { name: 'Submit application' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Application submitted' })).toBeVisible();
  const reference = (await page.getByText(/^MEDIB-\d{4}-\d{7}$/).textContent()) ?? '';
  return { reference, id: new URL(page.url()).pathname.split('/').at(-1) as string };
}

/** Searches for a holder in the public register. */
export async function find(page: Page, holder: Holder): Promise<void> {
  const form = new Form(page);
  await page.goto(`${publicHome}/search`);
  await form.type('Full name', holder.name);
  await form.date('Birth date', '1985-04-03');
  await form.choose('Identity type', 'National identity card');
  await form.type('Holder code', holder.code);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
}
