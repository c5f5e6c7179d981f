import { ServiceSettings, Setting, settingKinds, tlsSettings } from '@portal/service-kit';

/** The settings of svc-media, in addition to those of every service. */
export class MediaSettings extends ServiceSettings {
  @Setting('S3_BUCKET', { about: 'bucket for files and prints; without it they are kept in DATA_DIR/media', optional: true }) s3Bucket?: string;
  @Setting('S3_REGION', { about: 'region of the bucket', default: 'us-east-1' }) s3Region: string;
  @Setting('S3_TLS', tlsSettings.s3) s3Tls: string;
  @Setting('S3_ENDPOINT', { about: "address of an S3-compatible server; Amazon's own without it", optional: true, tls: 'S3_TLS', ...settingKinds.web })
  s3Endpoint?: string;
  @Setting('S3_ACCESS_KEY_ID', { about: "access key of the bucket; the machine's own role without it", optional: true }) s3AccessKeyId?: string;
  @Setting('S3_SECRET_ACCESS_KEY', { about: 'secret of the access key', optional: true, secret: true, requiredWith: 'S3_ACCESS_KEY_ID' })
  s3SecretAccessKey?: string;
  @Setting('CLAMD_TLS', { about: 'off allows a CLAMD_URL with tcp:// in production', default: 'verify', values: ['verify', 'off'] }) clamdTls: string;
  @Setting('CLAMD_URL', {
    about:
      'virus scanner, tcp://host:3310, tls://host:3311 (a TLS proxy in front of it, whose certificate is verified) or unix:///run/clamav/clamd.ctl; without it files are not scanned, and the health page says so',
    optional: true,
    production: 'required',
    tls: 'CLAMD_TLS',
    url: ['tcp', 'tls', 'unix'],
  })
  clamdUrl?: string;
  @Setting('INSPECTION_THREADS', {
    about: 'uploads inspected at the same time, at least 2: one is reserved for small files',
    default: 2,
    integer: true,
    min: 2,
  })
  inspectionThreads: number;
  @Setting('UPLOADS_PER_CALLER', {
    about: 'files that one account, or one address without an account, may upload in a day',
    default: 5_000,
    ...settingKinds.count,
  })
  uploadsPerCaller: number;
  @Setting('UPLOAD_MB_PER_CALLER', {
    about: 'megabytes that one account, or one address without an account, may upload in a day',
    default: 4_096,
    ...settingKinds.count,
  })
  uploadMegabytesPerCaller: number;
  @Setting('UPLOAD_MB_PER_DAY', { about: 'megabytes that all callers together may upload in a day', default: 102_400, ...settingKinds.count })
  uploadMegabytesPerDay: number;
  @Setting('DOCUMENT_FILES', { about: 'files that one document may hold', default: 50, ...settingKinds.count }) documentFiles: number;
  @Setting('DOCUMENT_MB', { about: 'megabytes that the files of one document may have together', default: 50, ...settingKinds.count })
  documentMegabytes: number;
  @Setting('RENDER_THREADS', { about: 'forms drawn at the same time', default: 1, ...settingKinds.count }) renderThreads: number;
  @Setting('ORPHAN_HOURS', {
    about: 'hours after which a file that no document holds is removed; one with which a document was sent is kept for two weeks',
    default: 24,
    ...settingKinds.positive,
  })
  orphanHours: number;
}
