import { testBackends } from '@portal/service-kit/testing';
import { contractOn } from './contract.ts';

contractOn(testBackends().slice(0, 1));
