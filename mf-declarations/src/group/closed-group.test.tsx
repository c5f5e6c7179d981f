import { KitProviders } from '@portal/web-kit';
import { StaticRouter } from '@portal/web-kit/prerender';
import { renderToStaticMarkup } from 'react-dom/server';
import { arrivalStatuses, mostTravellers } from 'svc-declarations/contract';
import { arrivalGroup } from '../arrival/group-parts.tsx';
import { AddPersonScreen } from './add-person.screen.tsx';

// Jest cannot load modules of this package, and the test renders no field.
jest.mock('downshift', () => ({}));

let mockGroup: object;
jest.mock('@portal/web-kit', () => ({ ...jest.requireActual('@portal/web-kit'), useDocument: () => ({ data: mockGroup }) }));

/** Draws the page to add a person, for a caller who may not. @param statuses of the members */
function draw(statuses: readonly string[]): string {
  mockGroup = { model: { members: statuses.map((documentStatus) => ({ documentStatus })) }, actions: [] };
  return renderToStaticMarkup(
    <KitProviders name="declarations">
      <StaticRouter location="/eservice/traveller/declaration/group/g/add">
        <AddPersonScreen kind={arrivalGroup} />
      </StaticRouter>
    </KitProviders>,
  );
}

describe('the page to add a person says why nobody can be added', () => {
  const dealt = 'an officer has dealt with the group';

  it('once an officer has dealt with everybody', () => {
    expect(arrivalStatuses.filter((status) => draw([status]).includes(dealt))).toEqual(['ARRIVED', 'CLEARED', 'REFERRED', 'DETAINED']);
    const full = draw(Array(mostTravellers).fill('ARRIVED'));
    expect(full).toContain(dealt);
    expect(full).not.toMatch(/at most|Sign in/);
  });

  it('to a full group', () => {
    const html = draw([...Array(mostTravellers - 1).fill('ARRIVED'), 'CREATED']);
    expect(html).toContain(`A group has at most ${mostTravellers} persons.`);
    expect(html).not.toMatch(/dealt|Sign in/);
  });

  it('to whoever is not signed in with the account of the group', () => {
    const html = draw(['ARRIVED', 'CREATED']);
    expect(html).toContain('sign in with the account that registered this group');
    expect(html).toMatch(/<button[^>]*>.*Sign in.*<\/button>/);
    expect(html).not.toMatch(/dealt|at most/);
  });
});
