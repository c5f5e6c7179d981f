import type { WaitingPage } from '@portal/web-kit/forms';
import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { arrivals, departures } from './declaration.api.ts';
import WaitingScreen from './waiting.screen.tsx';

// Jest cannot load modules of this package, and the test renders no field.
jest.mock('downshift', () => ({}));

let mockPage: ComponentProps<typeof WaitingPage>;
jest.mock('@portal/web-kit/forms', () => ({
  ...jest.requireActual('@portal/web-kit/forms'),
  WaitingPage: (props: ComponentProps<typeof WaitingPage>) => {
    mockPage = props;
    return null;
  },
}));

it.each([
  ['arrivals', arrivals, 'arrivalDate'],
  ['departures', departures, 'departureDate'],
])('the page of waiting %s lists a fault in what a group shares once, and any other with the name of the person', async (_kind, kind, date) => {
  renderToStaticMarkup(<WaitingScreen kind={kind} />);
  const errors = [`travellers[0].${date}`, `travellers[1].${date}`, 'travellers[1].lastName'].map((field) => ({ code: 'X', field, message: 'Wrong' }));
  const draft = { area: 'declarations', key: 'group', values: { travellers: [{ firstName: 'Ana' }] } };
  expect((await mockPage.errorsOf?.({ errors, draft } as never))?.map(({ message }) => message)).toEqual(['Wrong', 'ANA: Wrong']);
});
