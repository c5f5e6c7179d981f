import { kinds, Setting } from '@portal/service-kit/settings';

/** What the witness reads. */
export class WitnessSettings {
  @Setting('PORT', { about: 'port the witness listens on; 0 takes a free one', default: 4110, ...kinds.port }) port: number;
  @Setting('HOST', { about: 'address it listens on', default: '127.0.0.1' }) host: string;
  @Setting('NODE_ENV', { about: 'production refuses every development default', default: 'development', ...kinds.mode }) nodeEnv: string;
  @Setting('DATA_DIR', {
    about: 'folder of the heads it keeps, one file for each log; it must be on another machine than the databases to be of use',
    default: '.data/witness',
  })
  dataDir: string;
  @Setting('WITNESS_TOKEN', { about: 'bearer token that it asks for', secret: true, default: 'development-only', minLength: 16 }) witnessToken: string;
  @Setting('LOG_LEVEL', { about: 'least that is logged', default: 'info', ...kinds.logLevel }) logLevel: string;
}
