import { screensOf } from '@portal/web-kit/testing';
import { App } from './app.tsx';

// These screens are bundled with the area; the test need not render them.
jest.mock('./arrival/register.screen.tsx', () => ({ __esModule: true, default: { name: 'arrival/register.screen' } }));
jest.mock('./arrival/qr.screen.tsx', () => ({ __esModule: true, default: { name: 'arrival/qr.screen' } }));

const at = screensOf(App);

it.each([
  ['/eservice/traveller/declaration', 'arrival/register.screen'],
  ['/eservice/traveller/declaration/search', 'arrival/finder.screen'],
  ['/eservice/traveller/declaration/waiting', 'shared/waiting.screen kind=[object Object]'],
  ['/eservice/departure/declaration/waiting', 'shared/waiting.screen kind=[object Object]'],
  ['/eservice/traveller/declaration/qr/7', 'arrival/qr.screen id=7'],
  ['/eservice/traveller/declaration/group/7', 'arrival/group.screen id=7'],
  ['/eservice/traveller/declaration/group/7/add', 'arrival/add-person.screen id=7'],
  ['/eservice/departure/declaration', 'departure/register.screen'],
  ['/eservice/departure/declaration/search', 'departure/finder.screen'],
  ['/eservice/departure/declaration/qr/7', 'departure/qr.screen id=7'],
  ['/eservice/departure/declaration/group/7', 'departure/group.screen id=7'],
  ['/eservice/departure/declaration/group/7/add', 'departure/add-person.screen id=7'],
  ['/other/traveller/declaration', 'arrival/list.screen'],
  ...['new', 'update'].map((mode) => [`/other/traveller/declaration/${mode}`, `arrival/document.screen mode=${mode}`]),
  ...['edit', 'view', 'arrival', 'amendment', 'print'].map((mode) => [`/other/traveller/declaration/${mode}/7`, `arrival/document.screen mode=${mode} id=7`]),
  ['/staff/lane-rules', 'lane-rules/list.screen'],
  ['/staff/lane-rules/new', 'lane-rules/editor.screen'],
  ['/staff/lane-rules/7', 'lane-rules/table.screen id=7'],
  ['/staff/lane-rules/7/edit', 'lane-rules/editor.screen id=7'],
  ['/staff/lane-rules/7/compare/8', 'lane-rules/compare.screen id=7 other=8'],
  ['/staff/lane-rules/watch-lists', 'lane-rules/watch-lists.screen'],
  ['/staff/lane-rules/watch-lists/SMUGGLING', 'lane-rules/watch-list.screen code=SMUGGLING'],
  ['/other/departure/declaration', 'departure/list.screen'],
  ...['new', 'update'].map((mode) => [`/other/departure/declaration/${mode}`, `departure/document.screen mode=${mode}`]),
  ...['edit', 'view', 'verification', 'amendment', 'print'].map((mode) => [
    `/other/departure/declaration/${mode}/7`,
    `departure/document.screen mode=${mode} id=7`,
  ]),
])('the address %s opens the screen %s', (address, screen) => expect(at(address as string)).toBe(screen));

it('other addresses open the page "not found"', () => expect(at('/other/elsewhere')).toMatch(/^NotFound/));
