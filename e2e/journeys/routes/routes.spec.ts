import { expect, type Page, test } from '@playwright/test';
import { signIn } from '../../support/sign-in.ts';
import { type Kind, register } from './documents.ts';

/** An address and the heading of its screen. */
type Route = readonly [string, string];

async function expectRoutes(page: Page, routes: readonly Route[], kind: Kind, user?: string): Promise<void> {
  const { id } = await register(page, kind);
  if (user) await signIn(page, user);
  for (const [route, heading] of routes) {
    const address = route.replace('{id}', id);
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true }), route).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(address);
  }
}

const name = 'RITA ROTAS';

test('public addresses of departures open their screens', ({ page }) =>
  expectRoutes(
    page,
    [
      ['/eservice/departure/declaration', 'Departure declaration'],
      ['/eservice/departure/declaration/search', 'Find your departure declaration'],
      ['/eservice/departure/declaration/qr/{id}', 'Departure registered'],
    ],
    'departure',
  ));

test('internal addresses of departures open their screens', ({ page }) =>
  expectRoutes(
    page,
    [
      ['/other/departure/declaration', 'Departure declarations'],
      ['/other/departure/declaration/new', 'New departure declaration'],
      ['/other/departure/declaration/edit/{id}', 'Change a departure declaration'],
      ['/other/departure/declaration/update', 'Change a departure declaration'],
      ['/other/departure/declaration/view/{id}', name],
      ['/other/departure/declaration/print/{id}', name],
      ['/other/departure/declaration/verification/{id}', 'RITA ROTAS'],
      ['/other/departure/declaration/amendment/{id}', 'Change a departure declaration'],
    ],
    'departure',
    'border-supervisor',
  ));

test('public addresses of arrivals open their screens', ({ page }) =>
  expectRoutes(
    page,
    [
      ['/eservice/traveller/declaration', 'Residency Details'],
      ['/eservice/traveller/declaration/search', 'Find your arrival declaration'],
      ['/eservice/traveller/declaration/qr/{id}', 'Declaration registered'],
    ],
    'arrival',
  ));

test('internal addresses of arrivals open their screens', ({ page }) =>
  expectRoutes(
    page,
    [
      ['/other/traveller/declaration', 'Arrival declarations'],
      ['/other/traveller/declaration/new', 'New arrival declaration'],
      ['/other/traveller/declaration/update', 'Change an arrival declaration'],
      ['/other/traveller/declaration/view/{id}', name],
      ['/other/traveller/declaration/edit/{id}', 'Change an arrival declaration'],
      ['/other/traveller/declaration/arrival/{id}', 'RITA ROTAS'],
      ['/other/traveller/declaration/print/{id}', name],
    ],
    'arrival',
    'border-supervisor',
  ));

test('public addresses of licences open their screens', ({ page }) =>
  expectRoutes(
    page,
    [
      ['/eservice/medical/professional', 'What you apply for'],
      ['/eservice/medical/professional/register', 'What you apply for'],
      ['/eservice/medical/professional/search', 'Find a licence'],
    ],
    'licence',
  ));

const licenceActions =
  'view submission withdrawal edit verification query recommendation feedback rejection assessment amendment approval issuance adjustment renewal modification suspension activation printform print';

test('internal addresses of licences open their screens, one for each action', ({ page }) =>
  expectRoutes(
    page,
    [
      ['/licenser/professional', 'Licence applications'],
      ['/licenser/professional/new', 'New licence application'],
      ...licenceActions.split(' ').map((action): Route => [`/licenser/professional/${action}/{id}`, name]),
    ],
    'licence',
    'licence-clerk',
  ));

test('public addresses of trips open their screens', ({ page }) =>
  expectRoutes(
    page,
    [
      ['/eservice/triptic/outbound', 'Take a vehicle out of the country'],
      ['/eservice/triptic/inbound', 'Bring a foreign vehicle into the country'],
      ['/eservice/triptic/trip', 'Register a vehicle trip'],
      ['/eservice/triptic/trip/inqr/{id}', 'Your trip is registered'],
      ['/payment/invoice', 'Payment invoice'],
    ],
    'trip',
  ));

const tripModes = 'view edit verification approval validation confirmation returnValidation returnConfirmation modification transferOwnership print';

test('internal addresses of trips open their screens, one for each mode', ({ page }) =>
  expectRoutes(
    page,
    [
      ['/triptic/trip/new', 'New trip'],
      ['/triptic/trip/outbound', 'New outbound trip'],
      ['/triptic/trip/search-outbound', 'Outbound trips'],
      ['/triptic/trip/search-inbound', 'Inbound trips'],
      ['/triptic/trip/inqr/{id}', 'Your trip is registered'],
      ...tripModes.split(' ').map((mode): Route => [`/triptic/trip/${mode}/{id}`, 'TL 1']),
    ],
    'trip',
    'trip-agent',
  ));
