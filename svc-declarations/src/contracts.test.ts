import { places } from '@portal/service-kit/testing';
import { verifyContracts } from '@portal/service-kit/testing/contracts';
import { arrival, day, departure, type User, useDeclarations, users } from './testing/harness.ts';

const [, makePlace] = places()[0];
const { service, around, register, done } = useDeclarations(makePlace);

it('is what the remotes expect', async () => {
  const token = (user: string) =>
    around().token({ sub: user, name: `The ${user}`, roles: [...users[user as Exclude<User, 'public'>]], agencies: ['CUSTOMS', 'IMMIGRATION'] });
  await verifyContracts('svc-declarations', service().url, token, {
    'the calendar': async () => ({ tomorrow: day(1), later: day(15) }),
    'a declaration': async ({ kind, status }) => {
      const path = kind === 'traveller' ? arrival : departure;
      const { model } = await register(path);
      if (status !== 'CREATED') await done('border-officer', path, model, kind === 'traveller' ? 'arrival' : 'verification');
      return { id: model.id, reference: String(model.serialReference?.reference) };
    },
    // Nobody draws here: every print is still to come.
    'a print that is not drawn yet': async () => undefined,
  });
});
