import { fitWithin, onceInSight } from './camera.ts';

it('makes pictures no larger than can be read quickly, and none larger than they are', () => {
  expect(fitWithin(1920, 1080, 960)).toEqual({ width: 960, height: 540 });
  expect(fitWithin(480, 640, 960)).toEqual({ width: 480, height: 640 });
  expect(fitWithin(0, 0, 960)).toEqual({ width: 0, height: 0 });
});

it('reports a code once while it stays in sight', () => {
  const seen: string[] = [];
  let now = 0;
  const pass = onceInSight(
    (text) => seen.push(text),
    () => now,
  );
  pass('a');
  now = 2_000;
  pass('a');
  now = 4_500;
  pass('a');
  pass('b');
  now = 8_000;
  pass('b');
  expect(seen).toEqual(['a', 'b', 'b']);
});
