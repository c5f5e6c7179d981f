import { testBackends } from '@portal/service-kit/testing';
import { contractOn } from './contract.ts';

// A separate file, so that both database engines are tested at the same time. Skipped if there are no database servers (jest.config.mjs).
contractOn(testBackends().slice(1));
