/** Which rules sent arrivals to the red lane: stored in a table beside the declarations, and counted for the board. */
import { Injectable } from '@nestjs/common';
import { type Bilingual, L } from '@portal/contract-kit';
import { Database, insertRow, type LaneRuleNumbers, type MarkNumber } from '@portal/service-kit';
import type { EntityManager } from 'typeorm';
import { In } from 'typeorm';
import { type ArrivalDeclaration, laneRuleOf, merchandiseReason, officersRule, specificationRule } from '../../contract/index.ts';
import { LaneHitRow, LaneTableRow } from './lane-rules.entities.ts';
import { LanesInForce } from './lanes-in-force.ts';

type LaneDecisionFields = Pick<ArrivalDeclaration, 'id' | 'laneReasons' | 'laneOverride'>;

/**
 * Returns the rules that apply to a declaration. If an officer moved it to the red lane although no rule applied, the result is a rule that stands for the
 * officer.
 */
export function hitsOf({ id, laneReasons = [], laneOverride }: LaneDecisionFields): LaneHitRow[] {
  const rules = [...new Set(laneReasons.map(laneRuleOf))];
  if (laneOverride?.lane === 'RED' && rules.length === 0) return [{ documentId: id, rule: officersRule, overridden: 'YES' }];
  const overridden = laneOverride?.lane === 'GREEN' ? 'YES' : 'NO';
  return rules.map((rule) => ({ documentId: id, rule, overridden }));
}

/** Writes the rules that apply to a declaration, in the transaction that writes its version. */
export async function recordLaneHits(tx: EntityManager, before: LaneDecisionFields | undefined, now: LaneDecisionFields): Promise<void> {
  const [was, is] = [before ? hitsOf(before) : [], hitsOf(now)];
  if (JSON.stringify(was) === JSON.stringify(is)) return;
  if (was.length) await tx.delete(LaneHitRow, { documentId: now.id });
  for (const row of is) await insertRow(tx, LaneHitRow, row);
}

@Injectable()
export class LaneHits {
  constructor(
    private readonly db: Database,
    private readonly lanes: LanesInForce,
  ) {}

  /** Returns how often each rule applies, most frequent first. @param found number of declarations for each rule, separately for those that an officer moved */
  async numbers(found: readonly MarkNumber[]): Promise<LaneRuleNumbers[]> {
    const rules = [...new Set(found.map(({ mark }) => mark))];
    const names = await this.names(rules);
    const sum = (numbers: readonly MarkNumber[]): number => numbers.reduce((total, { number }) => total + number, 0);
    return rules
      .map((rule) => {
        const hits = found.filter(({ mark }) => mark === rule);
        return { rule, name: names(rule), hits: sum(hits), overridden: sum(hits.filter(({ whole }) => whole === 'YES')) };
      })
      .sort((a, b) => b.hits - a.hits || (a.rule < b.rule ? -1 : 1));
  }

  /** Returns a function that names the rules by their reasons. */
  private async names(rules: readonly string[]): Promise<(rule: string) => Bilingual> {
    const parts = rules.map((rule) => rule.split('/')).filter(({ length }) => length === 3);
    const codes = [...new Set(parts.map(([code]) => code as string))];
    const rows = codes.length ? await this.db.reader.find(LaneTableRow, { where: { code: In(codes) } }) : [];
    const used = new Set(parts.map(([code, number]) => [code, number].join('/')));
    const nameOf = ({ code, number }: LaneTableRow): string => [code, number].join('/');
    const tables = new Map(rows.filter((row) => used.has(nameOf(row))).map((row) => [nameOf(row), this.lanes.bodyOf(row)]));
    return (rule) => {
      if (rule === specificationRule) return merchandiseReason;
      if (rule === officersRule) return L('Moved to the red lane by an officer', 'Passada para o canal vermelho por um funcionário');
      const [code, number, place] = rule.split('/');
      const reason = tables.get([code, number].join('/'))?.rules[Number(place) - 1]?.reason;
      return reason ? { en: `${reason.en} (${rule})`, pt: `${reason.pt} (${rule})` } : { en: rule, pt: rule };
    };
  }
}
