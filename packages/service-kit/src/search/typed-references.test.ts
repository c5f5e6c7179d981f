import { formsOfReference } from './typed-references.ts';

it.each([
  ['ARR-2026-0000012', ['ARR-2026-0000012']],
  ['arr 2026 0000012', ['arr 2026 0000012', 'ARR-2026-0000012']],
  ['arr20260000012', ['arr20260000012', 'ARR-2026-0000012']],
  ['ARR–2026–0000012', ['ARR–2026–0000012', 'ARR-2026-0000012']],
  ['ARR202612345678', ['ARR202612345678', 'ARR-2026-12345678']],
  ['ab1-2026-0000012', ['ab1-2026-0000012', 'AB1-2026-0000012']],
  ['ab12026 0000012', ['ab12026 0000012', 'AB1-2026-0000012']],
  // The code of a document may contain dashes, dots and spaces.
  ['tib-e.1-2026-0000012', ['tib-e.1-2026-0000012', 'TIB-E.1-2026-0000012', 'TIBE1-2026-0000012']],
  ['documents/TIBE', ['documents/TIBE']],
  ['2026-0000012', ['2026-0000012']],
  ['', ['']],
])('the reference %j may be stored as %j', (typed, forms) => expect(formsOfReference(typed)).toEqual(forms));
