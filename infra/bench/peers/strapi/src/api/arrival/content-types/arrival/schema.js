const form = require('../../../../../form.json');

const rules = {
  text: ({ max }) => (max > 255 ? { type: 'text', maxLength: max } : { type: 'string', maxLength: max }),
  digits: ({ max }) => ({ type: 'string', maxLength: max, regex: '^\\d+$' }),
  choice: ({ values }) => ({ type: 'enumeration', enum: values }),
  // Beyond its `integer` of 32 bits Strapi has `biginteger`, a text in JSON.
  integer: ({ min, max }) => (max > 2 ** 31 - 1 ? { type: 'biginteger', min: String(min) } : { type: 'integer', min, max }),
  date: () => ({ type: 'date' }),
  list: () => ({ type: 'json' }),
};

module.exports = {
  kind: 'collectionType',
  collectionName: 'arrivals',
  info: { singularName: 'arrival', pluralName: 'arrivals', displayName: 'Arrival' },
  options: { draftAndPublish: false },
  attributes: Object.fromEntries(form.map((field) => [field.name, { ...rules[field.kind](field), required: field.required }])),
};
