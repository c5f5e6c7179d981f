import { root } from '../build/lib/paths.mjs';
import { runTool } from '../dev/lib/tool.mjs';

/**
 * `npm run payments:reconcile`: lists receipts without a document, and paid documents without a receipt. Run it daily. It reads MYSQL_URL or DATA_DIR as the
 * portal does.
 */
await runTool(async () => {
  const { reconcile } = await import('@portal/backup/reconcile');
  return reconcile(process.env, root);
});
