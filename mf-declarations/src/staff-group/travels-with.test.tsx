import { KitProviders } from '@portal/web-kit';
import { StaticRouter } from '@portal/web-kit/prerender';
import { renderToStaticMarkup } from 'react-dom/server';
import { arrivals } from '../shared/declaration.api.ts';
import { TravelsWith } from './travels-with.tsx';

// Jest cannot load modules of this package, and the test renders no field.
jest.mock('downshift', () => ({}));
jest.mock('@portal/web-kit', () => ({
  ...jest.requireActual('@portal/web-kit'),
  useQuery: () => ({ data: { model: { members: ['a', 'b'].map((id) => ({ id, name: id, documentStatus: 'CREATED', flags: [] })) } } }),
}));

const base = '/other/traveller/declaration';
const from = (address: string, list: string) => `${address}?list=${encodeURIComponent(list)}`;

/** Draws the card on the page of a member. @returns the addresses to which its links lead */
function links(address: string): (string | undefined)[] {
  const html = renderToStaticMarkup(
    <KitProviders name="declarations">
      <StaticRouter location={address}>
        <TravelsWith kind={arrivals} id="a" groupId="g" />
      </StaticRouter>
    </KitProviders>,
  );
  return [...html.matchAll(/href="(.*?)"/g)].map((found) => found[1]);
}

describe('from the page of a member of a group, Back leads to where the officer came from', () => {
  const view = `${base}/view/a`;
  const scan = '/other/traveller/scan';

  it('by the page of another member', () => {
    expect(links(from(view, scan))[1]).toBe(from(`${base}/view/b`, scan));
    expect(links(view)[1]).toBe(`${base}/view/b`);
  });

  it('by the page of the group, which leads back to the member', () => {
    expect(links(from(view, scan))[0]).toBe(from(`${base}/group/g`, from(view, scan)));
    expect(links(view)[0]).toBe(from(`${base}/group/g`, view));
  });

  it('by the page of the group from which the member was opened, as it was', () => {
    const group = from(`${base}/group/g`, scan);
    expect(links(from(view, group))).toEqual([group, from(`${base}/view/b`, group)]);
  });
});
