import { callerKey, rateLimitBucketOf } from './limits.ts';

it.each([
  ['2001:db8::1', '2001:db8::2:3:4:5'],
  ['2001:db8:0:1::1', '2001:db8:0:1:ffff::'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['::1', '::2'],
])('%s and %s are one caller', (one, other) => expect(callerKey(one)).toBe(callerKey(other)));

it.each([
  ['2001:db8:0:1::1', '2001:db8::1'],
  ['192.0.2.1', '192.0.2.2'],
  ['::ffff:192.0.2.1', '::ffff:192.0.2.2'],
])('%s and %s are two', (one, other) => expect(callerKey(one)).not.toBe(callerKey(other)));

it.each([
  ['GET', '/api/declarations/v1/departure/declaration/find?q=x', 'find'],
  ['POST', '/api/declarations/v1/departure/declaration/find', 'find'],
  ['POST', '/api/licences/v1/professional/find/', 'find'],
  ['POST', '/api/licences/v1/professional/find/code', 'code'],
  ['POST', '/api/licences/v1/professional/fin%64/%6fpen', 'code'],
  ['GET', '/api/trips/v1/triptic/trip/TRP-2026-0000001/details', 'find'],
  ['HEAD', '/api/trips/v1/triptic/trip/TRP-2026-0000001/detail%73/', 'find'],
  ['GET', '/api/trips/v1/triptic/trip/TRP%2F2026%2F0000001/details?vehicleNumber=AB-1', 'find'],
  ['GET', '/api/trips/v1/triptic/trip/TRP%252F2026/details', 'find'],
  ['GET', '/api/trips/v1/triptic/trip/TRP%2F2026%ZZ/details', 'find'],
  ['GET', '/api/trips/v1/triptic/trip%2FTRP-2026-0000001/details', 'general'],
  ['GET', '/api/reference/v1/membership/registration/M-00417/contentData', 'find'],
  ['GET', '/api/reference/v1/membership/registration/M%2f00417/contentData', 'find'],
  ['GET', '/api/reference/v1/membership/registration/M-00417/content%44ata/?language=pt', 'find'],
  ['GET', '/api/reference/v1/customs/declaration/C-2026-0000101/simpleDocument', 'find'],
  ['GET', '/api/reference/v1/customs/declaration/C-2026-0000101/contentData', 'find'],
  ['GET', '/api/reference/v1/customs/declaration/C%2F2026%2F0000101/contentData', 'find'],
  ['GET', '/api/reference/v1/medicine/item/MED0001/searchItemByCode', 'general'],
  ['GET', '/api/trips/v1/triptic/trip/x/document', 'general'],
  ['GET', '/api/licences/v1/professional/finder', 'general'],
])('%s %s counts as %s', (method, url, kind) => expect(rateLimitBucketOf(method, url)?.kind).toBe(kind));

it('a finder counts its searches together, however they are sent, and its codes for themselves', () => {
  const bucket = (method: string, url: string) => rateLimitBucketOf(method, `/api/declarations/v1/${url}`);
  expect(bucket('POST', 'traveller/declaration/find')).toEqual(bucket('GET', 'traveller/declaration/find?q=1'));
  expect(bucket('POST', 'traveller/declaration/find')?.documents).not.toBe(bucket('POST', 'departure/declaration/find')?.documents);
  expect(bucket('POST', 'traveller/declaration/find/code')?.name).not.toBe(bucket('POST', 'traveller/declaration/find')?.name);
  expect(rateLimitBucketOf('GET', '/api/trips/v1/triptic/trip/A/details')?.name).toBe(rateLimitBucketOf('GET', '/api/trips/v1/triptic/trip/B/details')?.name);
});
