/** Checks a scanned code or a typed reference, and returns what the officer at the gate may know about it. */
import { Injectable } from '@nestjs/common';
import { type AnyDocuments, type Call, DocumentKit, dateTime, statesTheSame, type VerifiedStatement } from '@portal/service-kit';
import { type GateDecisionKind, type GateFacts, type GateVerdict, gateWarnings, type Lane } from '../../contract/index.ts';
import type { ArrivalRow } from '../arrival/arrival.row.ts';
import { ArrivalService } from '../arrival/arrival.service.ts';
import { DepartureService } from '../departure/departure.service.ts';
import { flagsOf } from '../group/group.member.ts';
import type { DeclarationRow } from '../shared/declaration.row.ts';

type Row = DeclarationRow & Partial<Pick<ArrivalRow, 'lane'>>;

/** The workflow action that each decision at a gate performs. */
export const actionOf: Readonly<Record<GateDecisionKind, string>> = { ARRIVAL: 'arrival', REFERRAL: 'referral' };

@Injectable()
export class GateCheck {
  constructor(
    private readonly kit: DocumentKit,
    private readonly arrivals: ArrivalService,
    private readonly departures: DepartureService,
  ) {}

  /** Checks a scan, and records that the officer read the declaration. @param text a code, or a full reference */
  async check(text: string, call: Call): Promise<GateVerdict> {
    const isCode = text.length > 40;
    const proved = isCode ? await this.kit.signer.verify(text) : null;
    if (isCode && !proved) return { finding: 'NOT_GENUINE', warnings: [], decisions: [] };
    const reference = proved?.r ?? text;
    const finding = proved ? 'GENUINE' : 'TYPED';
    const found = await this.find(proved ?? reference);
    const access = found?.documents.accessOf(found.row, 'id', call);
    if (!found || !access?.has('reader')) {
      if (!proved) return { finding: 'NOT_FOUND', reference, warnings: [], decisions: [] };
      // The code is valid, but it belongs to a group, to another service, to a declaration that was erased or lost, or to one that the officer may not read.
      // Then the officer learns what everybody may learn of a code.
      const superseded = found !== null && this.isOutOfDate(found.documents, found.row, proved);
      const missing = found === null && [this.arrivals, this.departures].some(({ definition }) => definition.kind === proved.k);
      const warnings = gateWarnings({ kind: proved.k, superseded, missing }, this.kit.clock.today());
      return { finding, kind: proved.k, reference, warnings, decisions: [] };
    }
    const { documents, row } = found;
    await documents.recordRead({ row }, call, 'gate');
    return { finding, ...(await this.facts(documents, row, proved, call)) };
  }

  /** Whether a genuine code states facts that the declaration no longer has. */
  isOutOfDate(documents: AnyDocuments, row: Row, proved: VerifiedStatement | null): boolean {
    const now = documents.statement(documents.modelOf(row)).sealed;
    return proved?.sealed !== undefined && now !== undefined && !statesTheSame(proved.sealed, now);
  }

  /** Finds the declaration for which a code was issued, or the one that has a reference. @param asked what the code states, or the reference */
  async find(asked: VerifiedStatement | string): Promise<{ documents: AnyDocuments; row: Row } | null> {
    for (const documents of [this.arrivals, this.departures] as AnyDocuments[]) {
      const named = () => this.kit.db.reader.findOneBy(documents.definition.row, { reference: asked } as never);
      const row = (await (typeof asked === 'string' ? named() : documents.rowOfCode(asked))) as Row | null;
      if (row) return { documents, row };
    }
    return null;
  }

  /** Returns the facts from which the warnings about a declaration follow. */
  factsOf({ definition }: AnyDocuments, row: Row, day: string | undefined, superseded: boolean, typed: boolean): GateFacts {
    return { kind: definition.kind, day, lane: (row.lane as Lane | undefined) ?? undefined, documentStatus: row.documentStatus, superseded, typed };
  }

  private async facts(documents: AnyDocuments, row: Row, proved: VerifiedStatement | null, call: Call): Promise<Omit<GateVerdict, 'finding'>> {
    const { definition: d, kit } = documents;
    await kit.catalogues.warm(d.contract);
    const claim = await kit.claims.extendOnCall(row.id, call.actor);
    const envelope = documents.envelope(row, call, {
      access: documents.accessOf(row, 'id', call),
      key: { documentId: row.id, kind: 'id', asked: row.id },
      claim,
    });
    const model = envelope.model as unknown as {
      travellerCode?: string;
      nationalityName?: string;
      birthDate?: string;
      flightNumber?: string;
      arrivalDate?: string;
      departureDate?: string;
      actions: { action?: string; dateTime: string; user: { name: string } }[];
    };
    const day = model.arrivalDate ?? model.departureDate;
    const facts = this.factsOf(documents, row, day, this.isOutOfDate(documents, row, proved), !proved);
    const last = model.actions.findLast(({ action }) => action === 'arrival' || action === 'referral' || action === 'decision');
    const offered = new Set(envelope.actions.map(({ name }) => name));
    const claimed = envelope.blocked?.find((blocked) => blocked.claim && Object.values(actionOf).includes(blocked.name));
    return {
      warnings: gateWarnings(facts, kit.clock.today()),
      kind: d.kind,
      reference: row.reference ?? undefined,
      id: row.id,
      version: row.version,
      lane: facts.lane,
      name: d.nameOf(documents.modelOf(row)),
      travellerCode: model.travellerCode,
      nationalityName: model.nationalityName,
      birthDate: model.birthDate,
      flightNumber: model.flightNumber,
      travelDate: day,
      flags: flagsOf(row as never, documents.modelOf(row) as object),
      documentStatus: row.documentStatus,
      ...(row.groupId ? { group: { screen: `${d.staffScreen.replace('/view', '/group')}/${row.groupId}` } } : {}),
      ...(last && row.documentStatus !== 'CREATED' ? { last: { at: dateTime(new Date(`${last.dateTime}Z`)), by: last.user.name } } : {}),
      decisions: (Object.keys(actionOf) as GateDecisionKind[]).filter((decision) => d.kind === 'arrival-declaration' && offered.has(actionOf[decision])),
      ...(claimed ? { claim: claimed.claim } : {}),
      screen: `${d.staffScreen}/${row.id}`,
    };
  }
}
