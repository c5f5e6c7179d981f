import { departureForm } from './sections.tsx';

it('x', () => { expect(departureForm([]).map((s) => s.id)).toEqual([]); });
