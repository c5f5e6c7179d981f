import { until } from '@portal/load/until';
import { MailServer } from '@portal/service-kit/testing/mail-server';
import type { Engine } from '../engines.ts';
import { quantile } from '../measure.ts';
import { startPart } from '../part.ts';
import type { ServicesPart } from '../parts/services.ts';
import type { Report } from '../report.ts';
import { registerArrival } from './run.ts';

const registrations = 300;
/** The interval between registrations, in ms. It makes ten registrations a second; an airport has as many in a minute. */
const everyMs = 100;

/** Measures how long after a registration the mail server receives its confirmation. */
export async function messages(report: Report, { name: engine, backend: makeBackend }: Engine): Promise<void> {
  const mail = await new MailServer().start();
  const backend = await makeBackend();
  const services = startPart<ServicesPart>('services');
  try {
    const sent = { SMTP_URL: mail.url, SMTP_TLS: 'never', MAIL_FROM: 'Portal <no-reply@portal.example>' };
    const urls = await services.call('start', { ...backend.env, ...sent });
    await measure(report, engine, urls.declarations, mail);
  } finally {
    await services.end();
    await backend.remove();
    await mail.stop();
  }
}

async function measure(report: Report, engine: string, declarations: string, mail: MailServer): Promise<void> {
  report.section(
    `Messages, ${engine}`,
    `Seconds from the answer to a registration until a mail server has its confirmation, with its QR code: ${registrations} registrations, one every ${everyMs} ms.`,
  );
  const registered = new Map<string, number>();
  for (let n = 0; n < registrations; n++) {
    const began = performance.now();
    const to = `traveller-${engine.toLowerCase().replace(/\W/g, '')}-${n}@example.org`;
    await registerArrival(declarations, { emailAddress: to, travellerCode: `M${n}` });
    registered.set(to, Date.now());
    await new Promise((done) => setTimeout(done, Math.max(0, everyMs - (performance.now() - began))));
  }
  const taken = () => mail.taken.filter(({ to }) => registered.has(to));
  await until(`${registrations} confirmations arrive`, () => taken().length === registrations, { seconds: 60 });
  const waits = taken().map(({ to, at }) => Math.max(0, at - (registered.get(to) as number)) / 1000);
  report.add({ what: 'confirmation handed over, median', engine, ours: quantile(waits, 0.5), unit: 's' });
  report.add({ what: 'confirmation handed over, 99th percentile', engine, ours: quantile(waits, 0.99), unit: 's', target: { value: 10 } });
}
