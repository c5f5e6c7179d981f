import { root } from './lib/root.mjs';
import { runTool } from './lib/tool.mjs';

/** `npm run payments:reconcile`, daily: receipts without a document and documents paid without a receipt. Reads MYSQL_URL or DATA_DIR as the portal does. */
await runTool(async () => {
  const { reconcile } = await import('@portal/dev/reconcile');
  return reconcile(process.env, root);
});
