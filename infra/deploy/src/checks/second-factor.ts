import { readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { type Answer, Client, NoAnswer } from '@portal/load/client';
import { kinds } from '@portal/load/traces/kinds';
import type { Deployment } from '../deployment.ts';

/** The value that infra/compose/README.md gives both settings, which is `acr` after a second factor. */
export const strength = '2';

async function set(deployment: Deployment, value: string): Promise<void> {
  for (const name of ['OIDC_STAFF_ACR', 'STEP_UP_ACR']) deployment.changeEnv(name, value);
  await deployment.up();
  await deployment.healthy(300);
  await deployment.ready();
}

/**
 * Tests OIDC_STAFF_ACR and STEP_UP_ACR as infra/compose/README.md describes them: officials need a second factor, and nobody else is asked for one. An officer who
 * signed in with a password alone, before the settings were changed, may not take the decision that needs two officers.
 */
export async function requireSecondFactor(deployment: Deployment): Promise<string> {
  const kind = kinds.find(({ title }) => title === 'Departure declaration');
  if (!kind) throw new Error('There are no departures');
  const agent = new Agent({ ca: readFileSync(deployment.authority), keepAlive: true });
  /** @param code the second factor, if it is asked for */
  const person = (username: string, code: string): Client =>
    new Client(deployment.url, username, agent, { [username]: { username, password: username, code } });
  const [right, wrong] = ['123456', '000000'];
  try {
    const earlier = person('border-supervisor', wrong);
    await earlier.session();
    await set(deployment, strength);

    await person('applicant', wrong).session();
    const registered = await new Client(deployment.url, undefined, agent).send({ method: 'POST', path: `${kind.path}/`, body: kind.body() });
    const { id } = registered.body.model ?? {};
    if (registered.status !== 201) throw new Error(`A departure was answered ${registered.status}`);
    const act = (client: Client, action: string, version: number): Promise<Answer> =>
      client.send({ method: 'POST', path: `${kind.path}/${id}/actions/${action}`, body: { version, comment: 'Seen' } });
    const expectStatus = async (what: string, status: number, acting: Promise<Answer>): Promise<Answer> => {
      const answer = await acting;
      if (answer.status !== status) throw new Error(`${what}: ${answer.status} in place of ${status}: ${answer.bytes.toString().slice(0, 500)}`);
      return answer;
    };

    const weak = person('border-officer', wrong);
    const refused = await weak.session().then(
      () => undefined,
      (error: Error) => error,
    );
    if (!refused) throw new Error('An official without the second factor is signed in');
    if (!(refused instanceof NoAnswer && refused.code === 'not signed in')) throw refused;
    await expectStatus('An official without the second factor', 401, act(weak, 'verification', 1));
    const officer = person('border-officer', right);
    await officer.session();
    await expectStatus('An official with the second factor', 200, act(officer, 'verification', 1));
    const challenge = await expectStatus('A decision by an officer who signed in without it', 401, act(earlier, 'approval', 2));
    if (!challenge.bytes.includes('STEP_UP_REQUIRED')) throw new Error(`The officer is not asked for it: ${challenge.bytes.toString().slice(0, 500)}`);
    const supervisor = person('border-supervisor', right);
    await supervisor.session();
    await expectStatus('A decision by an officer who signed in with it', 200, act(supervisor, 'approval', 2));
    return 'officials without it are not signed in, with it they are; a decision that needs two officers is refused without it and taken with it; an applicant is not asked for it';
  } finally {
    agent.destroy();
    await set(deployment, 'none');
  }
}
