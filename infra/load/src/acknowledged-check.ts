import { isDeepStrictEqual } from 'node:util';
import { trips } from './calls.ts';
import { type Answer, type Body, type Call, Client, type Model, sendWithRetry } from './client.ts';
import type { Credentials } from './credentials.ts';
import { comparable, type Ledger, sha256 } from './ledger.ts';
import { type Findings, noFindings } from './report.ts';

/** Seconds within which a receipt must reach its document. */
const receiptSeconds = 90;

/** Runs `work` for each item, `hands` items at a time. */
async function each<T>(items: Iterable<T>, work: (item: T) => Promise<void>, hands = 16): Promise<void> {
  const left = [...items];
  await Promise.all(
    Array.from({ length: hands }, async () => {
      for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
    }),
  );
}

/** Returns the names of the fields in which two models differ. */
function differences(one: Model, other: Model): string {
  const [a, b] = [comparable(one), comparable(other)] as Record<string, unknown>[];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((key) => !isDeepStrictEqual(a[key], b[key])).join(', ');
}

/** Reads again everything that the portal has acknowledged since the last check, and compares it with the ledger. */
export async function checkAcknowledged(whole: Ledger, url: string, credentials?: Credentials): Promise<Findings & { checked: number }> {
  const ledger = whole.takeNews();
  const client = new Client(url);
  const officer = new Client(url, 'border-officer', client.agent, credentials);
  const found = { checked: 0, ...noFindings(), faults: [...ledger.faults] };
  const none: Answer = { status: 0, headers: {}, bytes: Buffer.alloc(0), body: {} as Body };
  const send = async (call: Call, who = client): Promise<Answer> => {
    found.checked++;
    return (await sendWithRetry(who, call, { patience: 30_000 })) ?? none;
  };
  const paid = new Set(whole.receipts.values());

  await each(ledger.documents, async ([id, { path, model, versions, certain }]) => {
    if (paid.has(id)) return;
    const { status, body } = await send({ path: `${path}/${id}/document` });
    if (status !== 200) found.lost.push(`${id} is not there (${status})`);
    else if (certain ? !isDeepStrictEqual(comparable(body.model), comparable(model)) : body.model.version < model.version)
      found.lost.push(`${id} is not what was acknowledged: version ${body.model.version} of ${model.version}, ${differences(model, body.model)}`);
    if (versions.size < 2) return;
    for (const [version, documentStatus] of versions) {
      const past = await send({ path: `${path}/${id}/${version}/version` });
      if (past.status !== 200 || past.body.model.documentStatus !== documentStatus) found.lost.push(`version ${version} of ${id} (${past.status})`);
    }
    const history = await send({ method: 'POST', path: `${path}/${id}/history`, body: { order: 'ASC', type: 'HISTORY' } }, officer);
    if (path !== trips && certain && history.body.documentActions?.length !== model.version) found.faults.push(`the history of ${id} is not complete`);
  });

  const references = [...whole.documents.values()].map(({ model }) => model.serialReference.reference);
  const repeated = references.length - new Set(references).size;
  if (repeated) found.duplicates.push(`${repeated} serial references were given twice`);

  const end = Date.now() + receiptSeconds * 1000;
  await each(ledger.receipts, async ([receipt, documentId]) => {
    const load = async (): Promise<Model | undefined> => (await send({ path: `${trips}/${documentId}/document` })).body.model;
    let model = await load();
    while (model?.documentStatus === 'VERIFIED FOR EXIT' && Date.now() < end) {
      await new Promise((done) => setTimeout(done, 250));
      model = await load();
    }
    const moves = model?.receipts?.filter(({ receiptId }) => receiptId === receipt).length ?? 0;
    if (moves === 0) found.lost.push(`the receipt ${receipt} did not reach ${documentId}`);
    else if (moves > 1 || model?.version !== 3) found.duplicates.push(`the receipt ${receipt} moved ${documentId} to version ${model?.version}`);
  });

  await each(ledger.uploads, async ([uid, hash]) => {
    const { status, bytes } = await send({ path: `/api/media/v1/${uid}` });
    if (status !== 200 || sha256(bytes) !== hash) found.lost.push(`upload ${uid} (${status})`);
  });
  client.agent.destroy();
  return found;
}
