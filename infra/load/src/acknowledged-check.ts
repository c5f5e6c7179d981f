import { isDeepStrictEqual } from 'node:util';
import { askCarefully, Client } from './client.mjs';
import { trips } from './kinds.mjs';
import { comparable, sha256 } from './ledger.mjs';

/** Seconds in which a receipt has reached its document. */
const receiptSeconds = 90;

/** Runs `work` over a list, some at a time. */
async function each(list, work, hands = 16) {
  const left = [...list];
  await Promise.all(
    Array.from({ length: hands }, async () => {
      for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
    }),
  );
}

/**
 * Asks the portal for everything that it has acknowledged since it was last asked.
 * @param {import('./ledger.mjs').Ledger} whole
 * @param {string} url
 * @returns {Promise<{ checked: number, lost: string[], duplicates: string[], faults: string[] }>}
 */
export async function checkAcknowledged(whole, url) {
  const ledger = whole.takeNews();
  const client = new Client(url);
  const officer = new Client(url, 'border-officer', client.agent);
  const found = { checked: 0, lost: [], duplicates: [], faults: [...ledger.faults] };
  const ask = async (what, who = client) => {
    found.checked++;
    return (await askCarefully(who, what, { note: () => undefined, patience: 30_000 })) ?? { status: 0, bytes: Buffer.alloc(0) };
  };
  const paid = new Set([...whole.receipts.values()].map(({ documentId }) => documentId));

  await each(ledger.documents, async ([id, { path, model, versions, certain }]) => {
    if (paid.has(id)) return;
    const { status, body } = await ask({ path: `${path}/${id}/document` });
    if (status !== 200) found.lost.push(`${id} is not there (${status})`);
    else if (certain ? !isDeepStrictEqual(comparable(body.model), comparable(model)) : body.model.version < model.version)
      found.lost.push(`${id} is not what was acknowledged: version ${body.model.version} of ${model.version}, ${differences(model, body.model)}`);
    if (versions.size < 2) return;
    for (const [version, documentStatus] of versions) {
      const past = await ask({ path: `${path}/${id}/${version}/version` });
      if (past.status !== 200 || past.body.model.documentStatus !== documentStatus) found.lost.push(`version ${version} of ${id} (${past.status})`);
    }
    const history = await ask({ method: 'POST', path: `${path}/${id}/history`, body: { order: 'ASC', type: 'HISTORY' } }, officer);
    if (path !== trips && certain && history.body?.documentActions?.length !== model.version) found.faults.push(`the history of ${id} is not complete`);
  });

  const references = [...whole.documents.values()].map(({ model }) => model.serialReference.reference);
  if (new Set(references).size !== references.length)
    found.duplicates.push(`${references.length - new Set(references).size} serial references were given twice`);

  const end = Date.now() + receiptSeconds * 1000;
  await each(ledger.receipts, async ([receipt, { documentId }]) => {
    let model;
    do {
      ({ model } = (await ask({ path: `${trips}/${documentId}/document` })).body ?? {});
      if (model?.documentStatus === 'VERIFIED FOR EXIT') await new Promise((done) => setTimeout(done, 250));
    } while (model?.documentStatus === 'VERIFIED FOR EXIT' && Date.now() < end);
    const moves = model?.receipts?.filter(({ receiptId }) => receiptId === receipt).length ?? 0;
    if (moves === 0) found.lost.push(`the receipt ${receipt} did not reach ${documentId}`);
    else if (moves > 1 || model.version !== 3) found.duplicates.push(`the receipt ${receipt} moved ${documentId} to version ${model.version}`);
  });

  await each(ledger.uploads, async ([uid, hash]) => {
    const { status, bytes } = await ask({ path: `/api/media/v1/${uid}` });
    if (status !== 200 || sha256(bytes) !== hash) found.lost.push(`upload ${uid} (${status})`);
  });
  client.agent.destroy();
  return found;
}

/** The names of the fields in which two models differ. */
function differences(one, other) {
  const [a, b] = [comparable(one), comparable(other)];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((key) => !isDeepStrictEqual(a[key], b[key])).join(', ');
}
