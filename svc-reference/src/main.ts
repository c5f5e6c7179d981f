import { runAlone } from '@portal/service-kit';
import { createService } from './index.ts';

await runAlone('reference', () => createService({ PORT: '4100', ...process.env }));
