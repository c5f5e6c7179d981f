import { runAlone } from '@portal/service-kit';
import { describeService } from './index.ts';

await runAlone(() => describeService({ PORT: '4103', ...process.env }));
