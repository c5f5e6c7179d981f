import type { OfferedAction } from '@portal/contract-kit';
import { unconfirmed } from '@portal/contract-kit';
import { KitProviders } from '@portal/web-kit';
import { StaticRouter } from '@portal/web-kit/prerender';
import type { ActionPanelProps } from '@portal/web-kit/staff';
import { createElement, Fragment, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { arrivals, type DeclarationKind, departures } from '../shared/declaration.api.ts';
import StaffGroupScreen from './staff-group.screen.tsx';

// Jest cannot load modules of this package, and the test renders no field.
jest.mock('downshift', () => ({}));

let mockMembers: object[];
let mockState: object | null = null;
let mockRequirements: string[];
let mockPanel: ActionPanelProps<{ id: string; version: number }>;
const mockAsked: (string | undefined)[] = [];
/** The state of the page, which lasts from one drawing to the next. */
const mockCells = { values: [] as unknown[], next: 0 };
jest.mock('react', () => ({
  ...jest.requireActual('react'),
  useState: (first: unknown) => {
    const cell = mockCells.next++;
    if (!(cell in mockCells.values)) mockCells.values[cell] = typeof first === 'function' ? first() : first;
    return [mockCells.values[cell], (value: unknown) => (mockCells.values[cell] = value)];
  },
}));
jest.mock('@portal/web-kit', () => ({
  ...jest.requireActual('@portal/web-kit'),
  RequireRole: ({ children }: { children: object }) => children,
  useLocation: () => ({ ...jest.requireActual('@portal/web-kit').useLocation(), state: mockState }),
  useDocument: () => ({
    data: { model: { id: 'g', version: 3, serialReference: { reference: 'GRP-2026-0000001' }, members: mockMembers }, actions: [] },
    refetch: async () => undefined,
  }),
  useQuery: ({ queryKey, enabled }: { queryKey: string[]; enabled: boolean }) => {
    mockAsked.push(enabled ? queryKey[2] : undefined);
    return { data: enabled ? { model: { requirements: mockRequirements.map((id) => ({ id, description: id, confirmed: true })) } } : undefined };
  },
}));
jest.mock('@portal/web-kit/staff', () => ({
  ...jest.requireActual('@portal/web-kit/staff'),
  DocumentPage: ({ actions, summary, panel }: Record<string, ReactNode>) => createElement(Fragment, null, actions, summary, panel),
  ActionPanel: (props: typeof mockPanel) => {
    mockPanel = props;
    return props.children;
  },
}));

const draw = (kind: DeclarationKind, actions: string[]) => {
  mockCells.next = 0;
  mockMembers = ['a', 'b'].map((id) => ({ id, version: 1, name: id, documentStatus: 'CREATED', flags: [], actions }));
  return renderToStaticMarkup(
    <KitProviders name="declarations">
      <StaticRouter location={`${kind.staffBase}/group/g?list=%2Fother%2Ftraveller%2Fscan`}>
        <StaffGroupScreen kind={kind} />
      </StaticRouter>
    </KitProviders>,
  );
};
const valuesOf = (name: string) => mockPanel.values?.({ name } as OfferedAction);

beforeEach(() => {
  mockAsked.splice(0);
  mockCells.values = [];
  mockRequirements = ['PASSPORT', 'TICKET'];
});

describe('a group', () => {
  it('of departures is verified with its requirements: each is confirmed, or the comment says why not', () => {
    expect(draw(departures, ['verification'])).toMatch(/Requirements.*PASSPORT.*TICKET/);
    expect(mockAsked).toEqual(['a']);
    expect(unconfirmed(mockPanel.confirms?.verification?.())?.en).toMatch('2 of 2 requirements are not confirmed');
    const requirements = ['PASSPORT', 'TICKET'].map((id) => ({ id, confirmed: false }));
    expect(valuesOf('verification')).toEqual({ members: ['a', 'b'], requirements });
  });

  it('of departures that require nothing is verified without them, and the key chooses everybody', () => {
    const hint = 'portal-muted">Choose everybody';
    expect(draw(departures, ['verification'])).not.toContain(hint);
    mockRequirements = [];
    expect(draw(departures, ['verification'])).toContain(hint);
    expect(valuesOf('verification')).toEqual({ members: ['a', 'b'], requirements: [] });
  });

  it.each([
    ['approved', departures, 'approval'],
    ['recorded as arrived', arrivals, 'arrival'],
  ])('is %s without them', (_what, kind, name) => {
    expect(draw(kind, [name])).not.toContain('Requirements');
    expect([mockAsked, valuesOf(name)]).toEqual([[undefined], { members: ['a', 'b'] }]);
  });

  it('whose code was scanned has a genuine code, never in green', () => {
    mockState = { genuine: true };
    const html = draw(arrivals, []);
    mockState = null;
    expect(html).toContain('Genuine code');
    expect(html).not.toContain('--green');
  });

  it('says what was done until the next action begins, also if a comment is missing', () => {
    Object.assign(globalThis, { document: { querySelector: () => null } });
    draw(arrivals, ['arrival']);
    mockPanel.onDone({ model: { id: 'g', version: 4 }, actions: [] }, { name: 'arrival', label: 'Arrived' } as OfferedAction);
    Reflect.deleteProperty(globalThis, 'document');
    expect(draw(arrivals, ['arrival'])).toContain('portal-list__told');
    mockPanel.onErrors?.([{ field: 'comment', message: 'Enter a comment' }]);
    expect(draw(arrivals, ['arrival'])).not.toContain('portal-list__told');
  });

  it('comes back from the page of a member', () => {
    const group = '/other/traveller/declaration/group/g?list=%2Fother%2Ftraveller%2Fscan';
    expect(draw(arrivals, [])).toContain(`href="/other/traveller/declaration/view/a?list=${encodeURIComponent(group)}"`);
  });
});
