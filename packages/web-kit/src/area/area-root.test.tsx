import { renderToStaticMarkup } from 'react-dom/server';
import { noteDraft, noteKeeping } from '../draft/keeping.ts';
import { Crashed } from './area-root.tsx';

// On the server, effects do not run.
jest.mock('react', () => ({ ...jest.requireActual('react'), useEffect: (run: () => void) => run() }));

/** Returns whether the shell is told that what was typed is kept. The form and the note of its draft are gone by then. */
async function keptAfterCrash(leave: () => void = () => undefined): Promise<boolean> {
  const told = new Promise<boolean>((resolve) => {
    renderToStaticMarkup(<Crashed error={new Error('crashed')} onCrash={(_error, kept) => resolve(kept)} />);
  });
  leave();
  return told;
}

it('an area that crashed tells the shell whether what was typed is kept', async () => {
  expect(await keptAfterCrash()).toBe(false);
  expect(await keptAfterCrash(noteDraft())).toBe(true);
  noteKeeping(false);
  expect(await keptAfterCrash(noteDraft())).toBe(false);
  noteKeeping(true);
});
