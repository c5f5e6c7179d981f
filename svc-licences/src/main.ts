import { runAlone } from '@portal/service-kit';
import { createService } from './index.ts';

await runAlone('licences', () => createService(process.env));
