/**
 * A program that writes the given number of arrivals into the database of svc-declarations, as years of use would leave them. The service must not run
 * meanwhile. The settings are those of the service. Most of the rows are copies, so `SEAL_PERSONAL_DATA` must be `later`: encrypted fields can be read only in
 * their own row.
 */
import { at } from '@portal/build/paths';
import { type Documents, seedDocuments } from './seed-documents.ts';

const mostWritten = 5_000;
const [rows] = process.argv.slice(2).map(Number);
if (!rows || process.env.SEAL_PERSONAL_DATA !== 'later') throw new Error('Use: SEAL_PERSONAL_DATA=later node seed-arrivals.js 20000');
const { createService } = await import('svc-declarations');
const { ArrivalService } = await import(at('svc-declarations/dist/src/arrival/arrival.service.js'));
const service = await createService({ ...process.env, PORT: '0' });
await seedDocuments('arrival', service.app.get<Documents>(ArrivalService), 0, rows, Math.min(rows, mostWritten));
await service.close();
