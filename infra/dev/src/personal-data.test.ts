import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContractClass } from '@portal/contract-kit';
import { personalPaths, personalTree } from '@portal/service-kit';
import { ArrivalDeclarationBody, DepartureDeclarationBody } from 'svc-declarations/contract';
import { ProfessionalLicence } from 'svc-licences/contract';
import { TripBody } from 'svc-trips/contract';

const page = readFileSync(join(__dirname, '../../../docs/personal-data.md'), 'utf8');

describe('docs/personal-data.md', () => {
  it.each<[string, ContractClass]>([
    ['arrival declaration', ArrivalDeclarationBody],
    ['departure declaration', DepartureDeclarationBody],
    ['professional licence', ProfessionalLicence],
    ['vehicle trip permit', TripBody],
  ])('lists what is personal in a %s', (title, contract) => {
    const row = page.split('\n').find((line) => line.startsWith(`| ${title} |`)) ?? '';
    expect([...row.matchAll(/`([^`]+)`/g)].map(([, path]) => path).sort()).toEqual(personalPaths(personalTree(contract)).sort());
  });
});
