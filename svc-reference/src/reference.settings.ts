import { ServiceSettings, Setting, settingKinds } from '@portal/service-kit';

/** The settings of svc-reference, in addition to those of every service. */
export class ReferenceSettings extends ServiceSettings {
  @Setting('COUNTRY_PACK', { about: 'folder with the catalogues of the country; Timor-Leste without it', optional: true }) countryPack?: string;
  @Setting('LOOKUPS_TLS', { about: 'off allows a LOOKUPS_URL without TLS in production', default: 'verify', values: ['verify', 'off'] }) lookupsTls: string;
  @Setting('LOOKUPS_URL', {
    about: 'service that answers the medicine, declaration and membership lookups; without it they read the tables of this service',
    optional: true,
    ...settingKinds.web,
    tls: 'LOOKUPS_TLS',
  })
  lookupsUrl?: string;
  @Setting('LOOKUPS_TOKEN', { about: 'bearer token for LOOKUPS_URL', optional: true, secret: true }) lookupsToken?: string;
  @Setting('SERVICE_URLS', {
    about: 'addresses of the services whose documents use the catalogues: they are asked how many do',
    optional: true,
    list: true,
    tls: 'SERVICES_TLS',
    ...settingKinds.serviceAddress,
  })
  serviceUrls?: string;
  @Setting('CATALOGUE_POLL_SECONDS', {
    about: 'seconds between two checks whether another instance has changed a catalogue',
    default: 1,
    ...settingKinds.seconds,
  })
  cataloguePollSeconds: number;
}
