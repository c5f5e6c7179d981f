import type { Deployment } from '../deployment.ts';

const services = ['svc-media', 'svc-reference', 'svc-declarations', 'svc-licences', 'svc-trips'];

/** Tests "Rotating data keys" of docs/operations.md. */
export async function rotateKeys(deployment: Deployment): Promise<string> {
  const restart = async (): Promise<void> => {
    for (const service of services) {
      await deployment.compose('restart', service);
      await deployment.healthy(120, service);
    }
  };
  deployment.addDataKey('last', 'k2');
  await restart();
  deployment.addDataKey('first', 'k2');
  await restart();
  const told: string[] = [];
  for (const service of services) told.push(await deployment.run(service, 'rotate-keys'));
  await deployment.ops('keys-check');
  const rows = [...told.join('\n').matchAll(/"service":"(\w+)","rows":(\d+)/g)].map(([, service, count]) => `${service} ${count}`);
  if (rows.length !== services.length) throw new Error(`Not every service says what it encrypted again:\n${told.join('\n')}`);
  return `encrypted again: ${rows.join(', ')} rows`;
}

/** Verifies every audit log as a whole, against the witness. */
export async function verifyAudit(deployment: Deployment): Promise<string> {
  const told = await deployment.ops('audit-verify');
  const logs = [...told.matchAll(/(svc-[a-z]+): (\d+) records, whole/g)];
  if (logs.length < services.length) throw new Error(`Only ${logs.length} logs are whole:\n${told}`);
  return logs.map(([, service, records]) => `${service} ${records}`).join(', ');
}
