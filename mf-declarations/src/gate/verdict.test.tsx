import { renderToStaticMarkup } from 'react-dom/server';
import type { GateCheckResult } from './gate.api.ts';
import { compareFaults, GateVerdictScreen, keyAction } from './verdict.tsx';

// Jest cannot load modules of this package, and the test renders no list that is searched.
jest.mock('downshift', () => ({}));

let mockOff = false;
jest.mock('@portal/web-kit/staff', () => ({
  ...jest.requireActual('@portal/web-kit/staff'),
  useKeyChoices: () => ({ off: mockOff }),
}));
let mockPress: (key: string) => void;
let mockScan: (text: string) => void;
jest.mock('./hand-scanner.ts', () => ({
  useHandScanner: (onKey: typeof mockPress, onScan: typeof mockScan) => {
    mockPress = onKey;
    mockScan = onScan;
  },
}));

const nothing = () => undefined;
const draw = (shown: GateCheckResult) =>
  renderToStaticMarkup(<GateVerdictScreen shown={shown} busy={false} onDecide={nothing} onNext={nothing} onScan={nothing} />);
const free: GateCheckResult = { finding: 'GENUINE', warnings: [], name: 'ANA COSTA', decisions: ['ARRIVAL', 'REFERRAL'] };
const claimed: GateCheckResult = { ...free, decisions: [], claim: { assignee: { name: 'Rui' }, since: '2026-11-23T08:00:00' } };

it('says in amber who has the case, where a claim keeps the officer from a decision', () => {
  expect(draw(claimed)).toMatch(/portal-verdict--warn.*Rui has had this case since/);
  expect(draw(free)).not.toMatch(/portal-verdict--warn|has had this case/);
});

it('goes on with Enter only from a person about whom nothing is left to decide', () => {
  const actions = (shown: GateCheckResult) => ['Enter', 'a', 'R', 'n', 'x'].map((key) => keyAction(key, shown));
  expect(actions(free)).toEqual(['ARRIVAL', 'ARRIVAL', 'REFERRAL', 'NEXT', undefined]);
  expect(actions(claimed)).toEqual([undefined, 'ARRIVAL', 'REFERRAL', 'NEXT', undefined]);
  expect(actions({ ...free, decisions: [] })[0]).toBe('NEXT');
});

it('does nothing with a key and shows none for an officer who uses no single keys, and still takes what a scanner types', () => {
  const happened: string[] = [];
  const act = (shown: GateCheckResult) => {
    happened.length = 0;
    const html = renderToStaticMarkup(
      <GateVerdictScreen
        shown={shown}
        busy={false}
        onDecide={(decision) => happened.push(decision)}
        onNext={() => happened.push('NEXT')}
        onScan={(text) => happened.push(text)}
      />,
    );
    for (const key of ['a', 'r', 'n', 'Enter']) mockPress(key);
    return html;
  };
  expect(act(free).match(/<kbd>/g)).toHaveLength(3);
  expect(happened).toEqual(['ARRIVAL', 'REFERRAL', 'NEXT', 'ARRIVAL']);
  mockOff = true;
  expect(act(free)).not.toContain('<kbd>');
  act({ ...free, decisions: [] });
  mockScan('AR-1');
  expect(happened).toEqual(['AR-1']);
  mockOff = false;
});

it('takes a reason for a referral also of a traveller without a warning, and does not ask for one', () => {
  expect(draw(free)).toMatch(/Reason to refer \(optional\)<\/label><input(?!.*Goods inspected)/);
  expect(draw({ ...free, warnings: ['RED_LANE'] })).toMatch(/>Reason<\/label><input.*Goods inspected/);
  expect(draw({ ...free, decisions: [] })).not.toContain('<input');
});

it('asks for the code or the reference only where no reference was typed', () => {
  const unknown: GateCheckResult = { finding: 'NOT_FOUND', warnings: [], decisions: [] };
  expect(draw(unknown)).toContain('Ask for the code or the reference.');
  const typed = draw({ ...unknown, reference: 'ARR-2026-9999999' });
  expect(typed).toContain('<p>ARR-2026-9999999</p>');
  expect(typed).not.toContain('Ask for the code or the reference.');
});

it('compares no passport without its number and a real date of birth, and asks for the date in three fields', () => {
  const missing = (travellerCode: string, birthDate: string) => compareFaults({ travellerCode, birthDate }).map(({ field }) => field);
  expect(missing('', '')).toEqual(['travellerCode', 'birthDate']);
  expect([missing(' - ', '1985-11-02'), missing('R1', '1985--02'), missing('R1', '1985-02-30'), missing('R1', '1985-11-02')]).toEqual([
    ['travellerCode'],
    ['birthDate'],
    ['birthDate'],
    [],
  ]);
  const html = draw({ ...free, name: undefined, offline: true, person: new Uint8Array(8) });
  expect(html.match(/<input/g)).toHaveLength(5);
  expect(html).not.toContain('type="date"');
});
