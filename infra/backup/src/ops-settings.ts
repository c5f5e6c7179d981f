import { Setting, settingKinds, tlsSettings } from '@portal/service-kit/settings';
import { CronExpressionParser } from 'cron-parser';

const cron = {
  such: '0 1 * * *',
  test: (text: string): boolean => {
    try {
      CronExpressionParser.parse(text);
      return true;
    } catch {
      return false;
    }
  },
};

/**
 * The settings that the process that backs up and verifies the portal reads itself. It passes all settings on to its tasks, which read them as the services do.
 */
export class OpsSettings {
  @Setting('PORT', { about: 'port of /metrics and /health; 0 takes a free one', default: 4120, ...settingKinds.port }) port: number;
  @Setting('HOST', { about: 'address it listens on', default: '127.0.0.1' }) host: string;
  @Setting('NODE_ENV', { about: 'production refuses every development default', default: 'development', ...settingKinds.mode }) nodeEnv: string;
  @Setting('DATA_DIR', { about: 'folder of the backups, and of when each task was done', default: '.data' }) dataDir: string;
  @Setting('LOG_LEVEL', { about: 'lowest level that is logged', default: 'info', ...settingKinds.logLevel }) logLevel: string;
  @Setting('METRICS_TOKEN', { about: 'bearer token required by GET /metrics', optional: true, secret: true, minLength: 16 }) metricsToken?: string;
  @Setting('BACKUP_AT', { about: 'when it backs up: minute, hour, day of month, month, day of week, in UTC', default: '0 1 * * *', shape: cron })
  backupAt: string;
  @Setting('BACKUP_KEEP', { about: 'backups that are kept; older ones are removed after a new one is complete', default: 7, ...settingKinds.count })
  backupKeep: number;
  @Setting('RESTORE_DRILL_AT', { about: 'when it restores the newest backup into a database of its own, and removes that', default: '0 3 * * 0', shape: cron })
  restoreDrillAt: string;
  @Setting('AUDIT_VERIFY_AT', { about: 'when it verifies every audit log as a whole', default: '0 4 * * *', shape: cron }) auditVerifyAt: string;
  @Setting('RECONCILE_AT', { about: 'when it compares receipts and paid documents', default: '0 5 * * *', shape: cron }) reconcileAt: string;
  @Setting('KEYS_CHECK_AT', { about: 'when it counts what is not encrypted with the first keys', default: '0 6 * * 0', shape: cron }) keysCheckAt: string;
  @Setting('MYSQL_URL', {
    about: 'database server, with an account that may read every database',
    secret: true,
    optional: true,
    production: 'required',
    url: ['mysql', 'mariadb'],
  })
  mysqlUrl?: string;
  @Setting('MYSQL_TLS', { about: 'as MYSQL_TLS of the services', default: 'off', values: ['verify', 'off'], production: 'required' }) mysqlTls: string;
  @Setting('DATABASE_PREFIX', { about: 'prefix of the database names', default: 'portal', ...settingKinds.identifier }) databasePrefix: string;
  @Setting('S3_BUCKET', { about: 'bucket of svc-media', optional: true }) s3Bucket?: string;
  @Setting('S3_REGION', { about: 'region of the bucket', default: 'us-east-1' }) s3Region: string;
  @Setting('S3_TLS', tlsSettings.s3) s3Tls: string;
  @Setting('S3_ENDPOINT', { about: "address of an S3-compatible server; Amazon's own without it", optional: true, tls: 'S3_TLS', ...settingKinds.web })
  s3Endpoint?: string;
  @Setting('S3_ACCESS_KEY_ID', { about: "access key of the bucket; the machine's own role without it", optional: true }) s3AccessKeyId?: string;
  @Setting('S3_SECRET_ACCESS_KEY', { about: 'secret of the access key', optional: true, secret: true, requiredWith: 'S3_ACCESS_KEY_ID' })
  s3SecretAccessKey?: string;
  @Setting('REMOTES_DIR', { about: 'folder of the deployed remotes, which is backed up unless REMOTES_STORE names a bucket for them', optional: true })
  remotesDir?: string;
  @Setting('KEYCLOAK_DUMPS', { about: "folder of the dumps of Keycloak's database, whose age the metrics then show", optional: true }) keycloakDumps?: string;
  @Setting('DATA_KEYS', { about: 'file with the keys that encrypt personal fields', optional: true, production: 'required' }) dataKeys?: string;
  @Setting('AUDIT_KEYS', { about: 'file with the keys that authenticate the audit log', optional: true, production: 'required' }) auditKeys?: string;
  @Setting('SERVICES_TLS', tlsSettings.services) servicesTls: string;
  @Setting('TLS_CERT_FILE', tlsSettings.certificate) tlsCertFile?: string;
  @Setting('TLS_KEY_FILE', tlsSettings.key) tlsKeyFile?: string;
  @Setting('WITNESS_URL', {
    about: 'address of the witness of the audit logs',
    optional: true,
    tls: 'SERVICES_TLS',
    ...settingKinds.web,
    production: 'required',
  })
  witnessUrl?: string;
  @Setting('WITNESS_TOKEN', {
    about: 'bearer token required by the witness',
    optional: true,
    secret: true,
    minLength: 16,
    production: 'required',
    requiredWith: 'WITNESS_URL',
  })
  witnessToken?: string;
}
