import { portalHelp } from './portal-help.ts';

it('the manual says that an action on several cases is done on those that are ticked, and how the others of the filter are ticked', () => {
  const steps = portalHelp(false).parts.find(({ id }) => id === 'lists')?.steps ?? [];
  const said = steps.map((step) => ('en' in step ? step.en : '')).filter((words) => /\btick/i.test(words));
  expect(said).toEqual([
    expect.stringMatching(/^Tick several cases to assign them; “.+” does one action on all that are ticked\.$/),
    'Once all cases of a page are ticked, a button above the list also chooses the other cases of the filter, up to 500 in all.',
  ]);
});
