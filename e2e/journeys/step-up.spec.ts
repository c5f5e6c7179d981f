import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { end, startPortal } from '../support/portal.ts';
import { callApi, signIn, signInQuietly } from '../support/sign-in.ts';
import { register } from './routes/documents.ts';

test('a decision that needs two officers asks the second one for the second factor, and leads back to the case', async ({ browser }) => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-step-up-'));
  const { url, child } = await startPortal({ DATA_DIR: join(folder, 'data'), REMOTES_DIR: join(folder, 'remotes'), STEP_UP_ACR: '2' });
  try {
    const open = async () => (await browser.newContext({ baseURL: url })).newPage();
    const [officer, supervisor] = [await open(), await open()];
    const { id } = await register(officer, 'departure');
    await signInQuietly(officer, 'border-officer');
    const address = `/api/declarations/v1/departure/declaration/${id}`;
    const verified = await callApi(officer, 'POST', `${address}/actions/verification`, { version: 1, comment: 'Seen' });
    expect(verified.status).toBe(200);

    const view = `/other/departure/declaration/view/${id}`;
    await signIn(supervisor, 'border-supervisor', view);
    await supervisor.getByRole('button', { name: 'Approve' }).click();
    const summary = supervisor.getByTestId('error-summary');
    await expect(summary).toContainText('Confirm who you are before you decide');
    await expectAccessible(supervisor);
    await expectNoSidewaysScroll(supervisor);
    await summary.getByRole('link').click();
    // The password was already entered at the identity provider, so only the code is asked for.
    await expect(supervisor.getByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible();
    await supervisor.getByLabel('Code from your app').fill('123456');
    await supervisor.getByRole('button', { name: 'Sign in' }).click();
    await expect(supervisor).toHaveURL(`${url}${view}`);
    await supervisor.getByRole('button', { name: 'Approve' }).click();
    await expect(supervisor.getByText('Approved', { exact: true }).first()).toBeVisible();
  } finally {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  }
});
