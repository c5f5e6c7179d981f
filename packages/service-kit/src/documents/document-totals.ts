/** Determines the total of a staff list: from counters if they know it, otherwise by the counting statement that reads the fewest rows. */
import type { SearchCriterion } from '@portal/contract-kit';
import type { Call } from '../auth/actor.ts';
import { NAME, wordTableConditions } from '../lookup/name-criteria.ts';
import { countMatches, countUpTo } from '../search/count-rows.ts';
import { type Joined, joinedDocuments } from '../search/joined-documents.ts';
import { type SearchField, type SearchFields, scopeFields } from '../search/search-query.ts';
import { linkedTableCondition } from '../search/search-sql.ts';
import { totalFromDimensions } from '../statistics/counted-lists.ts';
import { totalFromListTotals } from '../statistics/list-totals.ts';
import { everSince, type WorkFilter } from '../work/queues.ts';
import { assigneeCondition, countAllClaimed, countClaimed, countEscalated, everDue, everTold, includeUnassigned, splitCriteria } from '../work/work-search.ts';
import type { AnyDocuments } from './documents.ts';
import type { MatchingDocuments } from './matching-documents.ts';
import type { ScopedQuery } from './staff-query.ts';

/** Returns the query with a higher limit for its total, because this many documents are subtracted from the total afterwards. */
const withMore = (query: ScopedQuery, more: number): ScopedQuery => (query.totalUpTo === undefined ? query : { ...query, totalUpTo: query.totalUpTo + more });

/** Returns the number at which counting stops: one more than the requested limit. */
const limitOf = ({ totalUpTo }: ScopedQuery): number | undefined => (totalUpTo === undefined ? undefined : totalUpTo + 1);

/** If at most this many documents meet the other criteria, they are checked one by one for the words of a name. */
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

  /** Returns the number of matching documents: from counters that know it, otherwise counted, up to one more than `totalUpTo` if the query sets it. */
  async totalOf(query: ScopedQuery, call: Call): Promise<number> {
    return (await this.totalFromStatusCounts(query)) ?? (await this.totalFromStatistics(query)) ?? (await this.countOf(query, call));
  }

  /** Returns the total from the counters of documents in each status; undefined if they do not know it. */
  async totalFromStatusCounts({ criteria, ownDrafts, named, work, among }: ScopedQuery): Promise<number | undefined> {
    return ownDrafts || named || work || among ? undefined : this.kit.counts.storedCount(this.d, criteria);
  }

  /** Returns the total from the counters of the statistics; undefined if they do not know it, or while some instance writes without counting. */
  async totalFromStatistics({ criteria, ownDrafts, named, work, among }: ScopedQuery): Promise<number | undefined> {
    const { statistics, counts, db } = this.kit;
    if (ownDrafts || named || work || among || !(await statistics.check.isComplete(this.d.kind)) || (await counts.storedCount(this.d, [])) === undefined)
      return undefined;
    const isSettled = (await statistics.check.isSettled(this.d.kind)) && this.kit.searchColumns.areCurrent(this.d.kind);
    const totalOf = async (of: readonly SearchCriterion[]): Promise<number | undefined> =>
      (await totalFromDimensions(db, this.d, of, this.searchFields)) ?? (isSettled ? totalFromListTotals(db, this.d, of, this.searchFields) : undefined);
    const total = await totalOf(criteria);
    const waiting = criteria.find(({ fieldName, operation }) => fieldName === 'stepSince' && operation === 'GTE');
    const undue = criteria.find(({ fieldName, operation }) => fieldName === 'dueAt' && operation === 'EMPTY');
    if (total !== undefined || !waiting || !undue || waiting.values[0] !== everSince) return total;
    // Documents that wait for their applicant have no due time. Their number is that of all waiting documents minus that of the documents with a due time,
    // because these wait too.
    const others = criteria.filter((c) => c !== waiting && c !== undue);
    const [all, due] = await Promise.all([totalOf([...others, waiting]), totalOf([...others, { ...waiting, fieldName: 'dueAt' }])]);
    return all === undefined || due === undefined ? undefined : all - due;
  }

  /** Returns the number of matching documents where no counter knows it. */
  async countOf(query: ScopedQuery, call: Call): Promise<number> {
    const { byAssignee, byEscalation } = splitCriteria(query.criteria);
    const limit = limitOf(query);
    if (byAssignee.length && includeUnassigned(byAssignee) && (!query.named || query.named.ids)) return this.countUnassigned(query, byAssignee, call);
    if (query.work?.lists) return this.countWork(query, query.work, query.work.lists, call);
    if (query.named && !query.named.ids) {
      const named = query.named.documents;
      if (this.isNamedAlone(query)) return named.count(undefined, limit);
      // If few documents meet the other criteria, it is these that are checked for the words, further below.
      if (!query.named.areFewBeside) return named.count(await this.besideNames(query, call), limit);
    }
    const [escalated] = byEscalation;
    if (escalated && byEscalation.length === 1 && !query.named)
      return this.countEscalated({ ...query, criteria: query.criteria.filter((each) => each !== escalated) }, escalated, call);
    const beside = query.named || query.among ? undefined : this.rows.linkedTableCriterion(query);
    if (beside) return this.countBeside(query, beside, call);
    return countMatches(this.kit.db, this.rows.matches(query, call), limit);
  }

  /**
   * Counts the documents that an official may take on: all that wait for the official's steps, minus those that the official may not work on because of an
   * earlier step of their own, which are few.
   */
  private async countWork(
    query: ScopedQuery,
    { condition: [condition, parameters], ownSteps }: WorkFilter,
    lists: SearchCriterion[][],
    call: Call,
  ): Promise<number> {
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

  /**
   * Counts documents where unassigned ones are included. Nearly all documents are unassigned, so these are not counted one by one: the number is that of all
   * documents minus that of the claimed ones that do not match.
   */
  private async countUnassigned(query: ScopedQuery, byAssignee: readonly SearchCriterion[], call: Call): Promise<number> {
    const now = this.kit.clock.now();
    const others = { ...query, criteria: query.criteria.filter((each) => !byAssignee.includes(each)) };
    const claimed = query.totalUpTo === undefined ? 0 : await countAllClaimed(this.kit.db, now);
    const all = await this.totalOf(withMore(others, claimed), call);
    // If more than the limit remain in any case, the exact number is not needed.
    if (query.totalUpTo !== undefined && all - claimed > query.totalUpTo) return all - claimed;
    const [condition, parameters] = assigneeCondition('d.id', byAssignee, call, now);
    const without = this.rows.matches(others, call).andWhere(`not (${condition})`, parameters);
    return all - (await countClaimed(this.kit.db, this.d.row, without, now, this.rows.narrowIndex));
  }

  /** Escalated documents are few and are counted directly. The number of documents that are not escalated is that of all documents minus these. */
  private async countEscalated(others: ScopedQuery, escalated: SearchCriterion, call: Call): Promise<number> {
    if (escalated.operation !== 'EMPTY') {
      // Only documents with a due time can be escalated. If there are few of them, each is checked for escalation.
      const due = await this.totalFromStatistics({ ...others, criteria: [...others.criteria, everDue] });
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

  /** Counts matching documents where a table beside the documents names many of them: the statement starts from that table. */
  private async countBeside(query: ScopedQuery, { criterion, field }: { criterion: SearchCriterion; field: SearchField }, call: Call): Promise<number> {
    const { db } = this.kit;
    const others = { ...query, criteria: query.criteria.filter((each) => each !== criterion) };
    const documents = joinedDocuments(db, this.d.row, this.rows.matches(others, call), 'd.id = b.documentId', this.rows.narrowIndex);
    const [from, where, values] = linkedTableCondition(field, criterion);
    const joined = `from ${from}${documents.join} where ${where}${documents.where}`;
    const all = [...values, ...documents.values];
    if (query.totalUpTo !== undefined) return countUpTo(db, [`select distinct b.documentId ${joined}`, all], query.totalUpTo + 1);
    const [found] = await db.reader.query<{ number: number | string }[]>(`select count(distinct b.documentId) as number ${joined}`, all);
    return Number(found?.number ?? 0);
  }

  /**
   * Returns the criteria other than names as conditions for the table of words: on the columns stored beside the words if possible, otherwise on the joined
   * documents.
   */
  private async besideNames({ named: _, ...query }: ScopedQuery, call: Call): Promise<Joined> {
    const { byAssignee, byEscalation, others } = splitCriteria(query.criteria);
    const isBeside = byEscalation.length === 0 && !query.work && !query.ownDrafts && (await this.documents.areNameWordValuesSettled());
    const whose = byAssignee.length ? assigneeCondition('w.documentId', byAssignee, call, this.kit.clock.now()) : undefined;
    const beside = isBeside ? wordTableConditions(this.kit.db, this.d, others, this.searchFields, whose) : undefined;
    return beside ?? joinedDocuments(this.kit.db, this.d.row, this.rows.matches(query, call), 'd.id = w.documentId', this.rows.narrowIndex);
  }

  /**
   * Whether so few documents meet the criteria other than names that these documents are checked for the words. Criteria on the assignee are ignored, because
   * nearly all documents are unassigned.
   */
  async isFewBesideNames({ named: _, work: _work, ...query }: ScopedQuery): Promise<boolean> {
    const { byEscalation, others } = splitCriteria(query.criteria);
    const counted = await this.totalFromStatistics({ ...query, criteria: [...others, ...byEscalation] });
    return counted !== undefined && counted <= fewAsked;
  }

  /** Returns the query with the documents that have the names; it includes their ids if few of them also meet the other criteria. */
  async withNames(query: ScopedQuery, words: readonly string[], call: Call): Promise<ScopedQuery> {
    const documents = this.rows.named(words, call);
    const [areFewBeside] = await Promise.all([this.isFewBesideNames(query), documents.ordered()]);
    // What an official may take on (`work`) is checked on the documents that are found. If it is a single list without further criteria, the statuses alone
    // decide, so the documents found are complete.
    const { work, ...others } = query;
    const isAll = !work || (work.lists?.length === 1 && work.lists[0]?.length === 0);
    const ids = areFewBeside || this.isNamedAlone(query) ? await documents.ids() : await documents.ids(await this.besideNames(others, call), isAll);
    return { ...query, named: { words, documents, ids, areFewBeside } };
  }

  /** Whether the query asks only for names, in any order. Drafts have no words, so the scope that excludes drafts is already met. */
  private isNamedAlone({ criteria, ownDrafts, work }: ScopedQuery): boolean {
    const isScope = ({ fieldName, operation }: SearchCriterion): boolean =>
      fieldName === scopeFields.agency || (fieldName === scopeFields.status && operation === 'NEQ');
    return !ownDrafts && !work && criteria.every((each) => each.operation === 'ANY' || each.fieldName === NAME || isScope(each));
  }
}
