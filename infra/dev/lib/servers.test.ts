import { isOfATest } from './servers.mjs';

describe('a database or key of a killed test run', () => {
  it.each(['portal_t1b5008_0769fc95_trips', 'portal_t0769fc95_media', '{portal_t1b5008_0769fc95}:form.render:meta', '{portal_t0769fc95}:form.render:1'])(
    'is recognised: %s',
    (name) => {
      expect(isOfATest(name)).toBe(true);
    },
  );

  // These names are similar but belong to a portal on the same server.
  it.each(['portal_trips', 'portal_trips_2', 'portal_transit_trips', '{portal_trips}:form.render:1', '{portal}:trip.registered:meta', 'portal_reference'])(
    'is told apart from %s',
    (name) => {
      expect(isOfATest(name)).toBe(false);
    },
  );
});
