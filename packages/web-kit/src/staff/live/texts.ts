/** The texts about the presence and actions of other officers. */
const en = {
  live: {
    one: '{{name}} is looking at this',
    two: '{{first}} and {{second}} are looking at this',
    many: '{{name}} and {{count}} others are looking at this',
  },
};

const pt = {
  live: {
    one: '{{name}} está a ver este caso',
    two: '{{first}} e {{second}} estão a ver este caso',
    many: '{{name}} e mais {{count}} pessoas estão a ver este caso',
  },
};

export const liveTexts = { en, pt };
