import { StaticRouter } from '@portal/web-kit/prerender';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Finding } from './scan.api.ts';
import { Answer } from './scan.screen.tsx';

// Jest cannot load modules of this package, and the test renders no field.
jest.mock('downshift', () => ({}));
let mockRoles: string[] = [];
jest.mock('@portal/web-kit', () => ({
  ...jest.requireActual('@portal/web-kit'),
  useSession: () => ({ hasRole: (role: string) => mockRoles.includes(role) }),
}));

const draw = (finding: Partial<Finding>) =>
  renderToStaticMarkup(
    <StaticRouter location="/other/traveller/scan">
      <Answer
        finding={{ genuine: true, verdict: 'genuine', kind: 'arrival-declaration', reference: 'ARR-2026-0000001', ...finding }}
        onNext={() => undefined}
      />
    </StaticRouter>,
  );
const titleIn = (html: string) => /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1]?.replace(/<[^>]*>/g, '');
const toneIn = (html: string) => /portal-verdict--(\w+)/.exec(html)?.[1];

beforeEach(() => {
  mockRoles = ['traveller-declaration-read', 'departure-declaration-read'];
});

it('shows whose a genuine code is and the lane, never in green, and comes back to the scanner from the declaration', () => {
  const html = draw({ name: 'ANA COSTA', lane: 'GREEN', screen: '/other/traveller/declaration/view/1' });
  expect([toneIn(html), titleIn(html)]).toEqual(['plain', 'Genuine']);
  expect(html).toMatch(/ANA COSTA.*Green lane/);
  expect(html).toContain('href="/other/traveller/declaration/view/1?list=%2Fother%2Ftraveller%2Fscan"');
});

it.each<[string, Partial<Finding>, string, string]>([
  ['red for the red lane', { name: 'ANA COSTA', lane: 'RED' }, 'bad', 'Red lane'],
  ['amber for a code that is out of date', { verdict: 'superseded', lane: 'GREEN' }, 'warn', 'This code is out of date: ask for the present one'],
  [
    'red for the red lane even by a code that is out of date',
    { verdict: 'superseded', lane: 'RED' },
    'bad',
    'This code is out of date: ask for the present one',
  ],
  ['amber for another document', { verdict: 'another', kind: 'triptic-trip' }, 'warn', 'Genuine, but not of a declaration'],
  [
    'red for the red lane of a typed reference',
    { verdict: 'found', genuine: false, name: 'ANA COSTA', lane: 'RED' },
    'bad',
    'On record. A typed reference does not prove a paper',
  ],
  ['red for a false code', { verdict: 'notGenuine', genuine: false }, 'bad', 'Not genuine'],
])('is %s', (_what, finding, tone, title) => {
  const html = draw(finding);
  expect([toneIn(html), titleIn(html)]).toEqual([tone, title]);
  expect(html).not.toContain('triptic-trip');
  if (finding.lane === 'RED') expect(html).toContain('Red lane');
});

it('shows the lane in a seal that was checked on this device only to those who may read arrivals', () => {
  const seal: Partial<Finding> = { lane: 'RED', offline: true };
  expect(toneIn(draw(seal))).toBe('bad');
  mockRoles = ['departure-declaration-read'];
  expect(toneIn(draw(seal))).toBe('plain');
  expect(draw(seal)).not.toContain('Red lane');
});
