import { runAlone } from '@portal/service-kit';
import { createService } from './index.ts';

await runAlone('media', () => createService({ PORT: '4104', ...process.env }));
