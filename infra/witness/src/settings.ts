import { Setting, settingKinds, tlsSettings } from '@portal/service-kit/settings';

/** The settings of the witness. */
export class WitnessSettings {
  @Setting('PORT', { about: 'port the witness listens on; 0 takes a free one', default: 4110, ...settingKinds.port }) port: number;
  @Setting('HOST', { about: 'address it listens on', default: '127.0.0.1' }) host: string;
  @Setting('NODE_ENV', { about: 'production refuses every development default', default: 'development', ...settingKinds.mode }) nodeEnv: string;
  @Setting('DATA_DIR', {
    about: 'folder of the tree heads that it stores, one file per log; useful only on another machine than the databases',
    default: '.data/witness',
  })
  dataDir: string;
  @Setting('WITNESS_TOKENS', {
    about:
      'who may call it, and with which bearer token of at least 16 characters: an area brings and reads the heads of its own log, ops reads all logs, all does both for every log',
    secret: true,
    list: true,
    shape: { such: 'trips=token', test: (text) => /^[a-z][a-z0-9-]*=\S{16,}$/.test(text) },
    default: 'all=development-only',
  })
  witnessTokens: string;
  @Setting('SERVICES_TLS', tlsSettings.services) servicesTls: string;
  @Setting('TLS_CERT_FILE', tlsSettings.certificate) tlsCertFile?: string;
  @Setting('TLS_KEY_FILE', tlsSettings.key) tlsKeyFile?: string;
  @Setting('LOG_LEVEL', { about: 'lowest level that is logged', default: 'info', ...settingKinds.logLevel }) logLevel: string;
}
