import { sqliteAdapter } from '@payloadcms/db-sqlite';
import { buildConfig } from 'payload';
import { text } from 'payload/shared';
import form from './form.json' with { type: 'json' };

const rules = {
  text: ({ max }) => ({ type: 'text', maxLength: max }),
  digits: ({ max }) => ({
    type: 'text',
    maxLength: max,
    validate: (value, options) => (value && !/^\d+$/.test(value) ? 'Only digits, please' : text(value, options)),
  }),
  choice: ({ values }) => ({ type: 'select', options: values }),
  integer: ({ min, max }) => ({ type: 'number', min, max }),
  date: () => ({ type: 'date' }),
  list: () => ({ type: 'json' }),
};

const everybody = () => true;

export default buildConfig({
  secret: process.env.PAYLOAD_SECRET,
  telemetry: false,
  // As durable as what stands beside it: write-ahead log, each commit synchronised.
  db: sqliteAdapter({ client: { url: process.env.DATABASE_URL }, wal: { synchronous: 'FULL' }, busyTimeout: 10_000 }),
  collections: [
    {
      slug: 'arrivals',
      access: { create: everybody, read: everybody },
      fields: form.map((field) => ({ name: field.name, required: field.required, ...rules[field.kind](field) })),
    },
  ],
});
