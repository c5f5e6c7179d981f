import { renderToStaticMarkup } from 'react-dom/server';
import { addTexts, KIT } from '../../language/i18n.ts';
import { seedSession } from '../../session/session-store.ts';
import { SaveViewDialog } from './save-view-dialog.tsx';
import { viewTexts } from './texts.ts';

addTexts(KIT, viewTexts);

describe('the dialog of a saved view', () => {
  const drawn = (sharedWithRole: string | null, roles: string[]): string => {
    seedSession({ user: { name: 'Ana', email: 'ana@example.org' }, roles, agencies: [], csrfToken: 't' });
    const view = { name: 'Red lane', sharedWithRole };
    return renderToStaticMarkup(<SaveViewDialog view={view} rolePrefix="trip" save={async () => undefined} onClose={() => undefined} />);
  };
  const chosen = (page: string) => page.match(/<option value="([^"]*)" selected="">/)?.[1];

  it('has the role that the view is shared with', () => {
    for (const role of ['trip-approval', 'permit-read']) {
      const page = drawn(role, ['trip-read', 'trip-approval', 'permit-read']);
      expect([chosen(page), page.includes('no longer have')]).toEqual([role, false]);
    }
    expect(chosen(drawn(null, ['trip-read', 'trip-approval']))).toBe('');
  });

  it('shares the view with nobody, and says so, where its owner has lost the role', () => {
    const page = drawn('trip-approval', ['trip-read']);
    expect(page).toContain('It is shared with trip-approval, a role that you no longer have. Saving the view ends this.');
    expect(chosen(page)).toBe('');
  });
});
