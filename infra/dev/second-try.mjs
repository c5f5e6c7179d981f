import { jest } from '@jest/globals';

// As the journeys: a machine that is busy with something else may be too slow once. `npm test` names what needed it.
if (process.env.CI) jest.retryTimes(1, { logErrorsBeforeRetry: true });
