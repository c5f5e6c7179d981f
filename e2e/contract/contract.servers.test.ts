import { testBackends } from '@portal/service-kit/testing';
import { contractOn } from './contract.ts';

// A file of its own, so that both engines are tested at the same time. Left out where there are no servers (jest.config.mjs).
contractOn(testBackends().slice(1));
