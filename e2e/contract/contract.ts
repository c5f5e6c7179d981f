import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { TestBackend, testBackends } from '@portal/service-kit/testing';
import { addresses } from './addresses.checks.ts';
import { atRest } from './at-rest.checks.ts';
import { cataloguesAndLookups } from './catalogues.checks.ts';
import { codes } from './codes.checks.ts';
import { codesByMail, declarations } from './declarations.checks.ts';
import { envelopes } from './envelopes.checks.ts';
import { fuzz } from './fuzz.checks.ts';
import { limits, logs } from './log.checks.ts';
import { media } from './media.checks.ts';
import { openapi } from './openapi.checks.ts';
import { audited, people } from './people.checks.ts';
import { PortalUnderTest, root } from './portal-under-test.ts';
import { rules } from './rules.checks.ts';
import { searches } from './search.checks.ts';
import { tokens } from './tokens.checks.ts';

/**
 * Tests the contract against a running portal, as a black box. All sections share one portal, so no section counts what others register.
 * @param backends from `testBackends()`
 */
export function contractOn(backends: ReturnType<typeof testBackends>): void {
  beforeAll(() => {
    execFileSync(process.execPath, [join(root, 'infra/build/build.mjs'), 'backend'], { stdio: 'pipe' });
  });

  describe.each(backends)('the contract, black box, on %s', (_engine, makeBackend) => {
    let backend: TestBackend;
    let portal: PortalUnderTest;
    const get = (): PortalUnderTest => portal;

    beforeAll(async () => {
      backend = await makeBackend();
      portal = await PortalUnderTest.start(backend);
    });
    afterAll(async () => {
      await portal?.stop();
      await backend?.remove();
    });

    addresses(get);
    people(get);
    audited(get);
    tokens(get);
    envelopes(get);
    searches(get);
    declarations(get);
    codesByMail(get);
    rules(get);
    media(get);
    codes(get);
    cataloguesAndLookups(get);
    openapi(get, (address) => get().codeSentTo(address));
    // After the calls above: it uses up the limit of a finder.
    limits(get);
    fuzz(get);
    atRest(get);
    logs(get);
  });
}
