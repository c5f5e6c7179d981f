import { referenceIn } from './reference.ts';

it.each([
  ['ARR-2026-0000017', 'ARR-2026-0000017'],
  ['arr 2026 17', 'ARR-2026-0000017'],
  ['dep-2026-3', 'DEP-2026-0000003'],
  ['grp 2026 4', 'GRP-2026-0000004'],
  ['TRP-2026-0000003', undefined],
  ['', undefined],
])('%s typed by an officer is the reference %s', (text, reference) => expect(referenceIn(text)).toBe(reference));
