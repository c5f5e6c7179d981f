import { allowedAnswers, type ExpectedDocument, recordStep } from './model.ts';
import { printedActions } from './workflow-table.ts';

const rules = printedActions('svc-declarations', 'Departure declaration');
const rule = (action: string) => rules.find((each) => each.action === action) as (typeof rules)[number];
const supervisor = { username: 'border-supervisor', roles: rule('undo').roles, agencies: ['CUSTOMS'] };

const created = (): ExpectedDocument => ({
  id: '1',
  status: 'CREATED',
  version: 1,
  agency: 'CUSTOMS',
  statuses: ['CREATED'],
  previous: undefined,
  doneBy: new Map(),
});

const undone = (document: ExpectedDocument): string[] => allowedAnswers(rule('undo'), supervisor, document, document.version, undefined, true).statuses;

describe('what a trace expects', () => {
  it('an undo leads to the status before the last decision, whatever was asked and answered since', () => {
    const document = created();
    recordStep(document, rule('verification'), supervisor, 'VERIFIED');
    expect(undone(document)).toEqual(['CREATED']);
    recordStep(document, rule('query'), supervisor, 'VERIFIED');
    recordStep(document, rule('feedback'), { roles: [], agencies: [] }, 'VERIFIED');
    expect(undone(document)).toEqual(['CREATED']);
    expect(document).toMatchObject({ version: 4, statuses: ['CREATED', 'VERIFIED', 'VERIFIED', 'VERIFIED'] });
  });
});
