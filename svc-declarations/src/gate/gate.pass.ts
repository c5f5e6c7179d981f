/** Issues what a device stores for a shift, so that its lane can work offline. */
import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { dayOf } from '@portal/contract-kit';
import { type Actor, addDays, type Call, DocumentKit } from '@portal/service-kit';
import { Between, In, MoreThanOrEqual, Not } from 'typeorm';
import type { GateExpected, GatePass, Lane } from '../../contract/index.ts';
import { ArrivalRow } from '../arrival/arrival.row.ts';
import { ArrivalService } from '../arrival/arrival.service.ts';
import { flagsOf } from '../group/group.member.ts';
import { DeclarationSettings } from '../settings.ts';
import { CodeChangeRow } from './gate.entities.ts';

/** The session of an officer on one device. The server encrypts and authenticates it. */
export interface OpenPass {
  actor: Actor;
  /** The public key of the device, as JWK. The device signs its decisions with the private key. */
  key: object;
  from: number;
  until: number;
}

const context = 'gate-pass';
/** Maximum number of entries in each list on a device. */
const mostRows = 5_000;

/** Whether a JWK is a valid public key of a device: a point on the curve P-256. */
export function isDeviceKey(key: { kty: unknown; crv: unknown; x: unknown; y: unknown }): boolean {
  const isCoordinate = (text: unknown) => typeof text === 'string' && /^[\w-]{43}$/.test(text);
  if (key.kty !== 'EC' || key.crv !== 'P-256' || !isCoordinate(key.x) || !isCoordinate(key.y)) return false;
  try {
    createPublicKey({ key: key as JsonWebKey, format: 'jwk' });
    return true;
  } catch {
    return false;
  }
}

@Injectable()
export class GatePasses {
  constructor(
    private readonly kit: DocumentKit,
    private readonly settings: DeclarationSettings,
    private readonly arrivals: ArrivalService,
  ) {}

  /** Starts or continues a shift. @param key public key of the device, as JWK */
  async issue(key: object, call: Call): Promise<GatePass> {
    const { kit, settings } = this;
    const now = kit.clock.now();
    const until = now.getTime() + settings.gateShiftHours * 3_600_000;
    const open: OpenPass = { actor: call.actor, key, from: now.getTime(), until };
    const today = kit.clock.today();
    const changes = await kit.db.reader.find(CodeChangeRow, { where: { day: MoreThanOrEqual(addDays(today, -1)) }, order: { day: 'ASC' }, take: mostRows });
    const here = { agencyCode: In([...call.actor.agencies]), arrivalDate: today };
    const done = await kit.db.reader.find(ArrivalRow, {
      select: { id: true, reference: true },
      where: { ...here, documentStatus: Not('CREATED') },
      take: mostRows,
    });
    return {
      pass: kit.encryption.encrypt(JSON.stringify(open), context),
      asOf: now.toISOString(),
      endsAt: new Date(until).toISOString(),
      outOfDate: changes.map(({ reference, since }) => [reference, Math.floor(since.getTime() / 1000)]),
      recorded: done.map(({ reference }) => reference as string),
      expected: await this.expected(call),
    };
  }

  /** Decrypts a pass. @returns undefined if this service did not issue the pass */
  open(pass: string): OpenPass | undefined {
    try {
      return JSON.parse(this.kit.encryption.decrypt(pass, context)) as OpenPass;
    } catch {
      return undefined;
    }
  }

  /** Returns the arrivals expected in the next hours, if the ministry allows devices to store them. */
  private async expected(call: Call): Promise<GateExpected[]> {
    const { kit, arrivals, settings } = this;
    if (settings.gateExpectedHours === 0) return [];
    const today = kit.clock.today();
    const last = dayOf(new Date(kit.clock.now().getTime() + settings.gateExpectedHours * 3_600_000));
    const where = { agencyCode: In([...call.actor.agencies]), arrivalDate: Between(today, last), documentStatus: 'CREATED' };
    const rows = await kit.db.reader.find(ArrivalRow, { where, order: { arrivalDate: 'ASC', id: 'ASC' }, take: mostRows });
    if (rows.length) await kit.audit.read(call, { action: 'gate-list', kind: arrivals.definition.kind, details: { found: rows.length } });
    await kit.catalogues.warm(arrivals.definition.contract);
    return rows.map((row) => {
      const model = arrivals.localised(arrivals.modelOf(row), call.language);
      const { travellerCode, nationalityName, birthDate, flightNumber, arrivalDate } = model;
      return {
        reference: row.reference as string,
        lane: row.lane as Lane,
        name: arrivals.definition.nameOf(model),
        travellerCode,
        nationalityName,
        birthDate,
        flightNumber,
        travelDate: arrivalDate,
        flags: flagsOf(row, model as never),
      };
    });
  }
}
