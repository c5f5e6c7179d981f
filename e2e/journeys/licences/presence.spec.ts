import { expect, test } from '@playwright/test';
import { holdBack } from '../../support/hold-back.ts';
import { callApi, signIn } from '../../support/sign-in.ts';
import { register } from '../routes/documents.ts';
import { staffHome } from './holders.ts';

test('two officers see each other on a case, what the other does, and that they leave', async ({ page, browser }) => {
  const { id } = await register(page, 'licence');
  const [verifier, assessor] = await Promise.all([browser.newPage(), browser.newPage()]);
  await signIn(verifier, 'licence-verifier', `${staffHome}/view/${id}`);
  await signIn(assessor, 'licence-assessor', `${staffHome}/view/${id}`);
  await expect(verifier.getByText('Alda Assessor is looking at this')).toBeVisible();
  await expect(assessor.getByText('Vasco Verifier is looking at this')).toBeVisible();
  await callApi(assessor, 'POST', `/api/licences/v1/professional/${id}/actions/query`, { version: 1, comment: 'Which hospital?' });
  await expect(verifier.getByText('Queried', { exact: true }).first()).toBeVisible();
  await assessor.goto('/staff');
  await expect(verifier.getByText('Alda Assessor is looking at this')).toBeHidden();
  await Promise.all([verifier.context().close(), assessor.context().close()]);
});

test('a page that first hears of a case after another officer changed it shows the changed case', async ({ page, browser }) => {
  const { id } = await register(page, 'licence');
  const [verifier, assessor] = await Promise.all([browser.newPage(), browser.newPage()]);
  await signIn(assessor, 'licence-assessor');
  // The page has loaded the case, but its own presence message is still on its way.
  const letGo = await holdBack(verifier, '**/api/licences/presence');
  await signIn(verifier, 'licence-verifier', `${staffHome}/view/${id}`);
  await expect(verifier.getByText('Submitted', { exact: true }).first()).toBeVisible();
  await callApi(assessor, 'POST', `/api/licences/v1/professional/${id}/actions/query`, { version: 1, comment: 'Which hospital?' });
  letGo();
  await expect(verifier.getByText('Queried', { exact: true }).first()).toBeVisible();
  await Promise.all([verifier.context().close(), assessor.context().close()]);
});
