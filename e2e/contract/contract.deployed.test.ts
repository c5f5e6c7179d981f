import { addresses } from './addresses.checks.ts';
import { cataloguesAndLookups } from './catalogues.checks.ts';
import { codes } from './codes.checks.ts';
import { declarations } from './declarations.checks.ts';
import { envelopes } from './envelopes.checks.ts';
import { fuzz } from './fuzz.checks.ts';
import { media } from './media.checks.ts';
import { openapi } from './openapi.checks.ts';
import { people } from './people.checks.ts';
import { RunningPortal } from './portal-under-test.ts';
import { rules } from './rules.checks.ts';
import { searches } from './search.checks.ts';

// The sections that need only the address of a portal, run against the one at TEST_PORTAL_URL ("npm run deploy:test").
describe('the contract, black box, on a deployed portal', () => {
  const portal = new RunningPortal(String(process.env.TEST_PORTAL_URL), true);
  for (const section of [addresses, people, envelopes, searches, declarations, rules, media, codes, cataloguesAndLookups, openapi, fuzz]) section(() => portal);
});
