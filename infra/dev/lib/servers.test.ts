import { isOfATest } from './servers.mjs';

describe('what a killed run of the tests left behind', () => {
  it.each(['portal_t1b5008_0769fc95_trips', 'portal_t0769fc95_media', '{portal_t1b5008_0769fc95}:form.render:meta', '{portal_t0769fc95}:form.render:1'])(
    'is %s',
    (name) => {
      expect(isOfATest(name)).toBe(true);
    },
  );

  // These begin alike, and hold what a portal on the same server keeps.
  it.each(['portal_trips', 'portal_trips_2', 'portal_transit_trips', '{portal_trips}:form.render:1', '{portal}:trip.registered:meta', 'portal_reference'])(
    'is not %s',
    (name) => {
      expect(isOfATest(name)).toBe(false);
    },
  );
});
