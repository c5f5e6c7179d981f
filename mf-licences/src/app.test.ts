import { screensOf } from '@portal/web-kit/testing';
import { App } from './app.tsx';

const at = screensOf(App);
/** The twenty actions that the specification names. */
const actions =
  'view submission withdrawal edit verification query recommendation feedback rejection assessment amendment approval issuance adjustment renewal modification suspension activation printform print';

it.each([
  ['/eservice/medical/professional', 'licence/register.screen'],
  ['/eservice/medical/professional/register', 'licence/register.screen'],
  ['/eservice/medical/professional/search', 'licence/finder.screen'],
  ['/licenser/professional', 'licence/list.screen'],
  ['/licenser/professional/new', 'licence/document.screen'],
  ...actions.split(' ').map((action) => [`/licenser/professional/${action}/7`, `licence/document.screen action=${action} id=7`]),
])('the address %s opens the screen %s', (address, screen) => expect(at(address as string)).toBe(screen));
