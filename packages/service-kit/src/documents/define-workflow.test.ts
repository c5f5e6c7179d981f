import { L } from '@portal/contract-kit';
import { actionsOf, actionsWithInput, defineWorkflow, NEW, type WorkflowTable } from '../index.ts';

class Body {}
type Table = WorkflowTable<'MADE' | 'CHECKED', object>;

const table: Table = {
  statuses: ['MADE', 'CHECKED'],
  mainPath: [
    { action: 'make', status: 'MADE' },
    { action: 'check', status: 'CHECKED' },
  ],
  actions: {
    make: { label: L('Make', 'Fazer'), from: [NEW], to: 'MADE', who: { public: true }, modes: ['new'], input: Body },
    change: { label: L('Change', 'Alterar'), from: ['MADE'], to: 'unchanged', who: { owner: true }, modes: ['edit'], form: true, input: Body },
    check: { label: L('Check', 'Verificar'), from: ['MADE'], to: 'CHECKED', who: { role: true }, modes: ['view'] },
  },
};
const place = { path: '/v1/thing', rolePrefix: 'thing' };
const withCheck = (more: object): Table => ({ ...table, actions: { ...table.actions, check: { ...table.actions.check, ...more } as never } });

describe('a workflow table', () => {
  it.each<[string, Table]>([
    ['differentFrom', withCheck({ differentFrom: ['make', 'chekc'] })],
    ['undoes', withCheck({ undoes: ['chekc'] })],
    ['mainPath', { ...table, mainPath: [{ action: 'chekc', status: 'CHECKED' }] }],
    ['secondOfficer', { ...table, secondOfficer: ['chekc'] }],
  ])('is refused at the start when %s names an action that the table does not define', (_where, wrong) => {
    expect(() => defineWorkflow(place, wrong)).toThrow('The workflow has no action chekc');
  });

  it('is refused at the start when a path of it names an action that the table does not define', () => {
    const byPath = { ...table, mainPath: { A: table.mainPath, B: [{ action: 'chekc', status: 'CHECKED' }] }, pathOf: () => 'A' } as never;
    expect(() => defineWorkflow<'MADE' | 'CHECKED', object, 'A' | 'B'>(place, byPath)).toThrow('The workflow has no action chekc');
  });

  it('is refused at the start when a rule of the kind names an action that the table does not define', () => {
    const workflow = defineWorkflow(place, table);
    expect([...actionsOf(workflow, 'make', 'open-change')]).toEqual(['make', 'open-change']);
    expect(() => actionsOf(workflow, 'make', 'chekc')).toThrow('The workflow has no action chekc');
  });

  it('tells the actions whose body is read with a contract', () => {
    expect([...actionsWithInput(defineWorkflow(place, table), Body)]).toEqual(['make', 'change']);
  });
});
