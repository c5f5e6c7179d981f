/** The total of a staff list: read from counters where these have it, otherwise counted by the statement that reads the fewest rows. */
import type { SearchCriterion } from '@portal/contract-kit';
import type { Call } from '../auth/actor.ts';
import { besideWords, NAME } from '../lookup/name-criteria.ts';
import { countMatches, countUpTo } from '../search/count-rows.ts';
import { type Joined, joinedDocuments } from '../search/joined-documents.ts';
import { type SearchField, type SearchFields, scopeFields } from '../search/search-query.ts';
import { besideOf } from '../search/search-sql.ts';
import { countedTotal } from '../statistics/counted-lists.ts';
import { listedTotal } from '../statistics/list-totals.ts';
import { everSince, type Work } from '../work/queues.ts';
import { assigneeCondition, countAllClaimed, countClaimed, countEscalated, everDue, everTold, includeUnassigned, splitCriteria } from '../work/work-search.ts';
import type { AnyDocuments } from './documents.ts';
import type { MatchingDocuments } from './matching-documents.ts';
import type { ScopedQuery } from './staff-query.ts';

/** The query with a higher limit for its total, because this many are subtracted from it afterwards. */
const withMore = (query: ScopedQuery, more: number): ScopedQuery => (query.totalUpTo === undefined ? query : { ...query, totalUpTo: query.totalUpTo + more });

/** Counting stops at this number: one more than is asked for. */
const limitOf = ({ totalUpTo }: ScopedQuery): number | undefined => (totalUpTo === undefined ? undefined : totalUpTo + 1);

/** Up to this many documents are checked one by one for the words of a name. */
const fewAsked = 20_000;

export class DocumentTotals {
  constructor(
    private readonly documents: AnyDocuments,
    private readonly rows: MatchingDocuments,
    private readonly searchFields: SearchFields,
  ) {}

  private get d() {
    return this.documents.definition;
  }
  private get kit() {
    return this.documents.kit;
  }

  /** How many match: from the counters where they know it, otherwise counted, up to one more than `totalUpTo` where the query has that. */
  async totalOf(query: ScopedQuery, call: Call): Promise<number> {
    return (await this.storedOf(query)) ?? (await this.countedOf(query)) ?? (await this.countOf(query, call));
  }

  /** The total from the counters of documents in each status, where these know it. */
  async storedOf({ criteria, ownDrafts, named, work, among }: ScopedQuery): Promise<number | undefined> {
    return ownDrafts || named || work || among ? undefined : this.kit.counts.storedCount(this.d, criteria);
  }

  /** The total from the counters of the statistics, as long as nobody writes without counting. */
  async countedOf({ criteria, ownDrafts, named, work, among }: ScopedQuery): Promise<number | undefined> {
    const { statistics, counts, db } = this.kit;
    if (ownDrafts || named || work || among || !(await statistics.check.isComplete(this.d.kind)) || (await counts.storedCount(this.d, [])) === undefined)
      return undefined;
    const isSettled = (await statistics.check.isSettled(this.d.kind)) && this.kit.searchColumns.areCurrent(this.d.kind);
    const totalOf = async (of: readonly SearchCriterion[]): Promise<number | undefined> =>
      (await countedTotal(db, this.d, of, this.searchFields)) ?? (isSettled ? listedTotal(db, this.d, of, this.searchFields) : undefined);
    const total = await totalOf(criteria);
    const waiting = criteria.find(({ fieldName, operation }) => fieldName === 'stepSince' && operation === 'GTE');
    const undue = criteria.find(({ fieldName, operation }) => fieldName === 'dueAt' && operation === 'EMPTY');
    if (total !== undefined || !waiting || !undue || waiting.values[0] !== everSince) return total;
    // What waits for its applicant is all that waits less what is due, because what is due waits too.
    const others = criteria.filter((c) => c !== waiting && c !== undue);
    const [all, due] = await Promise.all([totalOf([...others, waiting]), totalOf([...others, { ...waiting, fieldName: 'dueAt' }])]);
    return all === undefined || due === undefined ? undefined : all - due;
  }

  /** How many match, where no counter knows it. */
  async countOf(query: ScopedQuery, call: Call): Promise<number> {
    const { byAssignee, byEscalation } = splitCriteria(query.criteria);
    const limit = limitOf(query);
    if (byAssignee.length && includeUnassigned(byAssignee) && (!query.named || query.named.ids)) return this.countUnassigned(query, byAssignee, call);
    if (query.work?.lists) return this.countWork(query, query.work, query.work.lists, call);
    if (query.named && !query.named.ids) {
      const named = query.named.documents;
      if (this.isNamedAlone(query)) return named.count(undefined, limit);
      // Where fewer documents meet the other criteria, these are checked for the words.
      if (!query.named.areFewBeside) return named.count(await this.besideNames(query, call), limit);
    }
    const [escalated] = byEscalation;
    if (escalated && byEscalation.length === 1 && !query.named)
      return this.countEscalated({ ...query, criteria: query.criteria.filter((each) => each !== escalated) }, escalated, call);
    const beside = query.named || query.among ? undefined : this.rows.besideIn(query);
    if (beside) return this.countBeside(query, beside, call);
    return countMatches(this.kit.db, this.rows.matches(query, call), limit);
  }

  /** What an official may take on is all that waits for their steps, less what they may not do because of a step of their own. That is little. */
  private async countWork(query: ScopedQuery, { condition: [condition, parameters], ownSteps }: Work, lists: SearchCriterion[][], call: Call): Promise<number> {
    const { work: _, ...others } = query;
    const totals = lists.map(async (more) => {
      const list = { ...others, criteria: [...query.criteria, ...more] };
      const doneBefore = this.rows
        .matches(list, call)
        .andWhere('d.id in (select o.documentId from document_action o where o.userSub = :ownSub and o.action in (:...ownSteps))', {
          ownSub: call.actor.sub,
          ownSteps,
        })
        .andWhere(`not ${condition}`, parameters);
      const kept = ownSteps.length ? await doneBefore.getCount() : 0;
      return (await this.totalOf(withMore(list, kept), call)) - kept;
    });
    return (await Promise.all(totals)).reduce((sum, each) => sum + each, 0);
  }

  /** Nearly all documents are with nobody, so these are not counted: they are all, less those that somebody has and that are not asked for. */
  private async countUnassigned(query: ScopedQuery, byAssignee: readonly SearchCriterion[], call: Call): Promise<number> {
    const now = this.kit.clock.now();
    const others = { ...query, criteria: query.criteria.filter((each) => !byAssignee.includes(each)) };
    const claimed = query.totalUpTo === undefined ? 0 : await countAllClaimed(this.kit.db, now);
    const all = await this.totalOf(withMore(others, claimed), call);
    // Where more than the limit are left in any case, the exact number is not needed.
    if (query.totalUpTo !== undefined && all - claimed > query.totalUpTo) return all - claimed;
    const [condition, parameters] = assigneeCondition('d.id', byAssignee, call, now);
    const without = this.rows.matches(others, call).andWhere(`not (${condition})`, parameters);
    return all - (await countClaimed(this.kit.db, this.d.row, without, now, this.rows.narrowIndex));
  }

  /** Escalated documents are few and are counted directly. Those that are not escalated are all, less these. */
  private async countEscalated(others: ScopedQuery, escalated: SearchCriterion, call: Call): Promise<number> {
    if (escalated.operation !== 'EMPTY') {
      // Only what is due can be escalated. Where few documents are due, these are checked for escalation.
      const due = await this.countedOf({ ...others, criteria: [...others.criteria, everDue] });
      if (due !== undefined && due <= fewAsked) {
        const asked = { ...others, criteria: [...others.criteria, everDue, escalated] };
        return due === 0 ? 0 : countMatches(this.kit.db, this.rows.matches(asked, call, true), limitOf(others));
      }
      return countEscalated(this.kit.db, this.d.row, this.rows.matches(others, call), escalated, this.rows.dueIndex, limitOf(others));
    }
    const { totalUpTo: _, ...told } = { ...others, criteria: [...others.criteria, everTold] };
    const of = await this.totalOf(told, call);
    return (await this.totalOf(withMore(others, of), call)) - of;
  }

  /** How many match, where a table beside the documents names many of them: these lead. */
  private async countBeside(query: ScopedQuery, { criterion, field }: { criterion: SearchCriterion; field: SearchField }, call: Call): Promise<number> {
    const { db } = this.kit;
    const others = { ...query, criteria: query.criteria.filter((each) => each !== criterion) };
    const documents = joinedDocuments(db, this.d.row, this.rows.matches(others, call), 'd.id = b.documentId', this.rows.narrowIndex);
    const [from, where, values] = besideOf(field, criterion);
    const joined = `from ${from}${documents.join} where ${where}${documents.where}`;
    const all = [...values, ...documents.values];
    if (query.totalUpTo !== undefined) return countUpTo(db, [`select distinct b.documentId ${joined}`, all], query.totalUpTo + 1);
    const [found] = await db.reader.query<{ number: number | string }[]>(`select count(distinct b.documentId) as number ${joined}`, all);
    return Number(found?.number ?? 0);
  }

  /** What is asked for beside names, as conditions on their words: on what stands beside these, or on the documents. */
  private async besideNames({ named: _, ...query }: ScopedQuery, call: Call): Promise<Joined> {
    const { byAssignee, byEscalation, others } = splitCriteria(query.criteria);
    const isBeside = byEscalation.length === 0 && !query.work && !query.ownDrafts && (await this.documents.isFoundByFacts());
    const whose = byAssignee.length ? assigneeCondition('w.documentId', byAssignee, call, this.kit.clock.now()) : undefined;
    const beside = isBeside ? besideWords(this.kit.db, this.d, others, this.searchFields, whose) : undefined;
    return beside ?? joinedDocuments(this.kit.db, this.d.row, this.rows.matches(query, call), 'd.id = w.documentId', this.rows.narrowIndex);
  }

  /** Whether so few meet what is asked for beside names that these are asked for the names. Nearly all documents are with nobody. */
  async isFewBesideNames({ named: _, work: _work, ...query }: ScopedQuery): Promise<boolean> {
    const { byEscalation, others } = splitCriteria(query.criteria);
    const counted = await this.countedOf({ ...query, criteria: [...others, ...byEscalation] });
    return counted !== undefined && counted <= fewAsked;
  }

  /** The query with the documents that have the names in it, by their ids where few of these meet what else is asked for. */
  async withNames(query: ScopedQuery, words: readonly string[], call: Call): Promise<ScopedQuery> {
    const documents = this.rows.named(words, call);
    const [areFewBeside] = await Promise.all([this.isFewBesideNames(query), documents.ordered()]);
    // What an official may take on is asked of the documents that are found. It has one list where the statuses alone decide: then these are all of that list.
    const { work, ...others } = query;
    const isAll = !work || (work.lists?.length === 1 && work.lists[0]?.length === 0);
    const ids = areFewBeside || this.isNamedAlone(query) ? await documents.ids() : await documents.ids(await this.besideNames(others, call), isAll);
    return { ...query, named: { words, documents, ids, areFewBeside } };
  }

  /** Whether names are all that is asked for, in whatever order. Drafts have no words, so the scope that leaves drafts out is that of the words. */
  private isNamedAlone({ criteria, ownDrafts, work }: ScopedQuery): boolean {
    const isScope = ({ fieldName, operation }: SearchCriterion): boolean =>
      fieldName === scopeFields.agency || (fieldName === scopeFields.status && operation === 'NEQ');
    return !ownDrafts && !work && criteria.every((each) => each.operation === 'ANY' || each.fieldName === NAME || isScope(each));
  }
}
