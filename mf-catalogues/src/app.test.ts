import { screensOf } from '@portal/web-kit/testing';
import { App } from './app.tsx';

const at = screensOf(App);

it.each([
  ['/staff/catalogues', 'catalogue/catalogues.screen'],
  ['/staff/catalogues/fees', 'catalogue/records.screen name=fees'],
  ['/staff/catalogues/fees/new', 'record/new-record.screen name=fees'],
  ['/staff/catalogues/fees/import', 'import/import.screen name=fees'],
  ['/staff/catalogues/fees/record/A', 'record/record.screen name=fees code=A'],
  ['/staff/catalogues/preview', 'preview/preview.screen'],
  ['/staff/catalogues/proposals', 'proposal/proposals.screen'],
  ['/staff/catalogues/proposals/7', 'proposal/proposal.screen id=7'],
])('the address %s opens the screen %s', (address, screen) => expect(at(address)).toBe(screen));
