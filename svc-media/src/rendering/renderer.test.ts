import { PausedRenderer } from '../testing/paused-renderer.ts';
import { aForm } from './testing/layouts.ts';

it('draws what somebody waits for before the rest, in the order it came, and then the rest', async () => {
  const renderer = new PausedRenderer();
  const nobody = () => false;
  const somebody = () => true;
  let late = false;
  const forms = Object.entries({ first: nobody, second: nobody, third: nobody, fourth: somebody, fifth: () => late, sixth: somebody });
  const drawing = Promise.all(forms.map(([title, awaited]) => renderer.draw(aForm({ title }), {}, awaited)));
  late = true;
  renderer.release();
  await drawing;
  await renderer.close();
  expect(renderer.drawn).toEqual(['first', 'fourth', 'fifth', 'sixth', 'second', 'third']);
});
