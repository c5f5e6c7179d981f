import { screensOf } from '@portal/web-kit/testing';
import { App } from './app.tsx';

const at = screensOf(App);

it.each([
  ['/eservice/samples/register', 'sample/register.screen'],
  ['/eservice/samples/view/7', 'sample/public-document.screen id=7'],
  ['/samples/list', 'sample/list.screen'],
  ['/samples/view/7', 'sample/document.screen id=7'],
])('the address %s opens the screen %s', (address, screen) => expect(at(address)).toBe(screen));
