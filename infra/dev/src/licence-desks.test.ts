/** Tests the officers' desks of the licences against the workflow table, which a screen may not import. */
import { desks } from '../../../mf-licences/src/licence/desks.ts';
import { licencePlace, licenceWorkflow } from '../../../svc-licences/src/licence/licence.workflow.ts';

// Nobody acts on a licence that is about to expire: that list has no action of its own.
const ofActions = desks.filter(({ aboutToExpire }) => !aboutToExpire);

it.each(ofActions)('the desk $name lists the licences that wait for its action, for the officers who may perform it', ({ name, statuses, roles }) => {
  expect(statuses).toEqual(licenceWorkflow.actions[name]?.from);
  expect(roles).toEqual([`${licencePlace.rolePrefix}-${name}`]);
});

it('every step of the main path after the application has a desk', () => {
  const steps = new Set(licenceWorkflow.mainPath.map(({ action }) => action).filter((action) => action !== 'register'));
  expect(ofActions.map(({ name }) => name)).toEqual([...steps]);
});
