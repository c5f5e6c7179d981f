import { screensOf } from '@portal/web-kit/testing';
import { App } from './app.tsx';

const at = screensOf(App);
const modes = 'view edit verification approval validation confirmation returnValidation returnConfirmation modification transferOwnership print';

it.each([
  ['/eservice/triptic/outbound', 'trip/register.screen movement=E'],
  ['/eservice/triptic/inbound', 'trip/register.screen movement=I'],
  ['/eservice/triptic/trip', 'trip/register.screen'],
  ['/eservice/triptic/trip/inqr/7', 'trip/qr.screen id=7'],
  ['/triptic/trip/inqr/7', 'trip/qr.screen id=7 staff=true'],
  ['/triptic/trip/new', 'trip/document.screen mode=new'],
  ['/triptic/trip/outbound', 'trip/document.screen mode=new movement=E'],
  ['/triptic/trip/search-outbound', 'trip/list.screen movement=E'],
  ['/triptic/trip/search', 'trip/list.screen'],
  ['/triptic/trip/search-inbound', 'trip/list.screen movement=I'],
  ...modes.split(' ').map((mode) => [`/triptic/trip/${mode}/7`, `trip/document.screen mode=${mode} id=7`]),
  ['/triptic/trip/view/7/2', 'trip/document.screen mode=view id=7 ver=2'],
  ['/account/receipt/view/7', 'payment/receipt.screen id=7'],
  ['/payment/invoice', 'payment/card.screen'],
])('the address %s opens the screen %s', (address, screen) => expect(at(address as string)).toBe(screen));
