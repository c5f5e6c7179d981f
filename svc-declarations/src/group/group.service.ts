/** Groups of declarations: persons who travel together are registered together, and share one code. */
import { knownFields, L, type OfferedAction, type SerialReference, sentence } from '@portal/contract-kit';
import {
  Access,
  type Answer,
  type AnyDocuments,
  accessTo,
  type Call,
  type CheckedRegistration,
  type CodeImage,
  checkRegistration,
  conflict,
  dateTime,
  type Fault,
  forbidden,
  hasRole,
  insertRow,
  insertTogether,
  isStaff,
  isStale,
  knownInput,
  type LookupRecord,
  notFound,
  notInRegister,
  type PreparedAction,
  type PrintedForm,
  ProblemError,
  prepareAction,
  prepareRegistration,
  refusalOf,
  type Statement,
  type StoredAnswer,
  unauthenticated,
  type VerifiedStatement,
  wasIssuedFor,
} from '@portal/service-kit';
import { type EntityManager, In } from 'typeorm';
import { type DeclarationGroup, GROUP_CODE, type GroupEnvelope, isOver, mostTravellers } from '../../contract/index.ts';
import { groupActions } from './group.actions.ts';
import {
  asPlain,
  faultsWith,
  groupActionOf,
  knownOf,
  nobodyLeft,
  type Plain,
  type Traveller,
  tooManyTravellers,
  travellerOf,
  travellersOf,
} from './group.body.ts';
import { leaveAction } from './group.leave.ts';
import { isReader, memberOf, officerFieldsOf } from './group.member.ts';
import { addGroupMessages } from './group.message.ts';
import { groupPdf } from './group.prints.ts';
import { groupRecord } from './group.record.ts';
import { DeclarationGroupRow } from './group.row.ts';
import { type GroupDefinition, type Groups, type Member, noClaims, type VisibleGroup } from './group.types.ts';

/** A declaration before it is written. */
type Draft = Plain & { agencyCode?: string };
type StoreAnswer = (tx: EntityManager, made: StoredAnswer) => Promise<void>;

/** Maximum number of attempts to add a person when other changes of the group collide. */
const mostTries = 10;

export class DeclarationGroups implements Groups {
  constructor(
    readonly documents: AnyDocuments,
    readonly plan: GroupDefinition,
  ) {}

  private get kit(): AnyDocuments['kit'] {
    return this.documents.kit;
  }

  /** Registers all travellers or none. @throws 401, 403, 409, 422 with every broken rule, and the traveller that it belongs to */
  async register(body: unknown, call: Call): Promise<Answer<GroupEnvelope>> {
    const { kit } = this;
    this.requireRegistration(call);
    const work = async (remember: StoreAnswer): Promise<Answer<GroupEnvelope>> => {
      const { shared, travellers } = travellersOf(body, this.documents.definition.contract, kit.clock.today());
      const checked = await this.checkAll(travellers, call);
      const now = kit.clock.now();
      const serial = await kit.serials.next(GROUP_CODE);
      const row: DeclarationGroupRow = {
        id: kit.ids.unguessable(),
        kind: this.plan.kind,
        version: 1,
        reference: serial.reference,
        serialYear: serial.year,
        serialNumber: serial.number,
        ownerSub: call.actor.sub,
        agencyCode: checked[0]?.draft.agencyCode ?? null,
        sharedFields: Object.keys(knownFields(this.documents.definition.contract, shared)),
        createdAt: now,
      };
      const members = await Promise.all(checked.map((each) => this.prepare(each, row.id, call, true)));
      await kit.db.write(async (tx) => {
        await remember(tx, { status: 201, documentId: row.id, version: 1, parts: members.map(({ model }) => [model.id, 1]) });
        await insertTogether(tx, async () => {
          await insertRow(tx, DeclarationGroupRow, row);
          for (const member of members) await member.write(tx);
          await addGroupMessages(
            this,
            tx,
            row,
            members.map(({ model }) => model as never),
            call,
          );
          await this.record(tx, call, 'register', row, { members: members.length });
        });
      });
      return {
        status: 201,
        body: this.envelope(
          await this.seen(
            row,
            call,
            members.map((each) => each.row as Member),
          ),
          call,
        ),
      };
    };
    return kit.idempotency.once(call, body, work, (made) => this.answerAgain(made, call));
  }

  /** Adds one person to a group, who gets the shared answers. @throws 401, 403, 404, 409, 422 */
  async add(asked: string, body: unknown, call: Call): Promise<Answer<GroupEnvelope>> {
    const { kit } = this;
    const tries = typeof asPlain(body).version === 'number' ? 1 : mostTries;
    const addOnce = async (remember: StoreAnswer): Promise<Answer<GroupEnvelope>> => {
      const found = await this.find(asked, call);
      const { row, access, members } = found;
      if (!access.acts('applicant')) throw call.actor.sub === null ? unauthenticated() : forbidden();
      this.requireRegistration(call);
      const own = knownOf(this.documents.definition.contract, asPlain(body));
      const { version } = asPlain(body);
      if (typeof version === 'number' && version !== found.version) throw staleGroup();
      const like = members.find(({ documentStatus }) => documentStatus === 'CREATED');
      if (!like)
        throw conflict(
          'ACTION_NOT_ALLOWED',
          L('An officer has dealt with this group: register separately', 'Um funcionário já tratou deste grupo: registe-se à parte'),
        );
      if (members.length >= mostTravellers) throw tooManyTravellers();
      const model = this.documents.modelOf(like) as Plain;
      const shared = Object.fromEntries(row.sharedFields.map((name) => [name, model[name]]));
      const others = members.map((member) => this.documents.modelOf(member) as Plain);
      const checked = await this.check(travellerOf({ ...shared, ...own }, others, kit.clock.today()), call);
      const member = await this.prepare(checked, row.id, call);
      const next = { ...found, version: found.version + 1, members: [...members, member.row as Member] };
      await kit.db.write(async (tx) => {
        await remember(tx, { status: 201, documentId: row.id, version: next.version, parts: next.members.map(({ id, version: of }) => [id, of]) });
        await this.raiseVersion(tx, row, 1);
        await member.write(tx);
        await this.record(tx, call, 'add-member', row, { member: member.model.serialReference.reference });
      });
      return { status: 201, body: this.envelope(next, call) };
    };
    const work = async (remember: StoreAnswer): Promise<Answer<GroupEnvelope>> => {
      for (let attempt = 1; ; attempt++)
        try {
          return await addOnce(remember);
        } catch (error) {
          // Another call changed the group at the same moment.
          if (!isStale(error) || attempt === tries) throw error;
        }
    };
    return kit.idempotency.once(call, body, work, (made) => this.answerAgain(made, call));
  }

  /** Performs an action on all named members or on none. @throws 401, 403, 404, 409, 422 naming the member */
  async perform(asked: string, action: string, body: unknown, call: Call): Promise<Answer<GroupEnvelope>> {
    const { kit } = this;
    const work = async (remember: StoreAnswer): Promise<Answer<GroupEnvelope>> => {
      const found = await this.find(asked, call);
      const { row, members } = found;
      const isLeave = action === leaveAction;
      if (isLeave ? !found.access.acts('applicant') : !found.access.has('reader')) throw call.actor.sub === null ? unauthenticated() : forbidden();
      if (!isLeave && !this.plan.actions.includes(action))
        throw conflict('ACTION_NOT_ALLOWED', sentence('{{action}} cannot be done on a group', '{{action}} não pode ser feito num grupo', { action }));
      const named = groupActionOf(body, new Set(members.map(({ id }) => id)));
      if (isLeave && named.members.length === members.length) throw nobodyLeft();
      const versions = new Map(members.map(({ id, version }) => [id, version]));
      // Every member gets a copy.
      const input = knownInput(this.documents.definition.workflow.actions[action], named.input);
      const prepared = await this.prepareActions(named.members, action, (id) => ({ ...input, version: versions.get(id) }), call);
      // The errors of the members come first, because they name the person who was changed.
      if (named.version !== found.version) throw staleGroup();
      const changed = new Map(prepared.map(({ id, version }) => [id, version]));
      const staying = members.filter(({ id }) => !isLeave || !changed.has(id));
      // The group's own version takes over the changes of the members who leave, so that the total never decreases.
      const leaving = members.filter((member) => !staying.includes(member));
      const next = { ...row, version: row.version + 1 + changesOf(leaving) };
      const version = found.version + 1 + (isLeave ? 0 : prepared.length);
      await kit.db.write(async (tx) => {
        const parts = staying.map(({ id, version }): [string, number] => [id, changed.get(id) ?? version]);
        await remember(tx, { status: 200, documentId: row.id, version, parts });
        await this.raiseVersion(tx, row, next.version - row.version);
        // Before the first read, so that no claim is overlooked that another officer gets while the earlier members are written.
        await kit.db.lockRows(tx, this.documents.definition.row, named.members);
        await insertTogether(tx, async () => {
          for (const each of prepared) await each.write(tx);
          await this.record(tx, call, action, row, { members: prepared.length });
        });
      });
      return { status: 200, body: this.envelope(await this.seen(next, call), call) };
    };
    return kit.idempotency.once(call, body, work, (made) => this.answerAgain(made, call));
  }

  /** Returns a group with its members, and records reads by staff. @throws 404, 401, 403 */
  async load(asked: string, call: Call): Promise<GroupEnvelope> {
    const found = await this.find(asked, call, 'document');
    await this.recordRead(found, call, 'view');
    return this.envelope(found, call);
  }

  /** Returns the image of the group's QR code. */
  async codeImage(asked: string, format: 'png' | 'svg', call: Call): Promise<CodeImage> {
    const { row } = await this.find(asked, call, 'qr');
    return this.kit.signer.image(this.statement(row), format);
  }

  /** Returns one PDF with a page about the group and the form of each member. @throws 404, 401, 403; 503 with Retry-After while it is not ready */
  async printedForm(asked: string, call: Call): Promise<PrintedForm> {
    const found = await this.find(asked, call, 'print');
    await this.recordRead(found, call, 'print-form');
    return groupPdf(this, found, call);
  }

  /**
   * Returns what the code of a group proves. The public learns no more than from the code of one declaration; only staff who may read a member get the address
   * of the group's screen.
   */
  async verify(statement: VerifiedStatement, call: Call): Promise<{ genuine: true; [fact: string]: unknown } | null> {
    const { kit, plan } = this;
    if (statement.k !== plan.kind) return null;
    const named = await kit.db.reader.findOneBy(DeclarationGroupRow, { reference: statement.r, kind: plan.kind });
    const row = named && wasIssuedFor(statement, this.statement(named)) ? named : null;
    const seen = row && isStaff(call.actor) ? await this.seen(row, call) : undefined;
    return {
      genuine: true,
      kind: statement.k,
      title: plan.title,
      reference: statement.r,
      issuedAt: dateTime(new Date(statement.iat * 1000)),
      ...(row ? {} : { standing: notInRegister(call.language) }),
      ...(seen?.access.has('reader') ? { members: seen.members.length, screen: `${plan.staffScreen}/${seen.row.id}` } : {}),
    };
  }

  /** Returns the groups with these references for the global search, if the official may read at least one member. */
  async named(references: readonly string[], call: Call): Promise<LookupRecord[]> {
    const { documents, kit, plan } = this;
    if (!hasRole(call.actor, `${documents.definition.rolePrefix}-read`)) return [];
    const rows = await kit.db.reader.findBy(DeclarationGroupRow, { kind: plan.kind, reference: In([...references]) });
    const all = await Promise.all(rows.map((row) => this.seen(row, call)));
    const found = all.filter(({ access }) => access.has('reader'));
    if (found.length) await kit.audit.read(call, { action: 'lookup', kind: plan.kind, details: { found: found.length } });
    return found.map((each) => groupRecord(this, each, call.language));
  }

  /** Returns what the code of a group states. */
  statement({ reference, createdAt }: DeclarationGroupRow): Statement {
    return { k: this.plan.kind, r: reference, iat: Math.floor(createdAt.getTime() / 1000) };
  }

  /** Finds the group with an id. @throws 404; 401 or 403 if the caller has no access */
  async find(asked: string, call: Call, read?: Parameters<Access['mayRead']>[0]): Promise<VisibleGroup> {
    const row = asked.length === 36 ? await this.kit.db.findById(DeclarationGroupRow, asked) : null;
    if (!row || row.kind !== this.plan.kind) throw notFound('group');
    const found = await this.seen(row, call);
    if (read ? !found.access.mayRead(read) : !found.access.any) throw call.actor.sub === null ? unauthenticated() : forbidden();
    await this.kit.catalogues.warm(this.documents.definition.contract);
    return found;
  }

  /** Returns the answer about a group: the members that the caller may see, and the actions that can be performed on several of them. */
  envelope(found: VisibleGroup, call: Call): GroupEnvelope {
    const { version, members, claims } = found;
    const { id, reference, serialYear: year, serialNumber: number, createdAt } = found.row;
    const at = dateTime(createdAt);
    const serialReference: SerialReference = { year, number, serial: 'A', date: at.slice(0, 10), dateTime: at, reference };
    const all = members.map((member) => ({ ...memberOf(this.documents, member), ...officerFieldsOf(this, member, claims, call) }));
    const { name = '', flightNumber, travelDate } = all[0] ?? {};
    const model: DeclarationGroup = {
      id,
      version,
      serialReference,
      documentCreatedAt: at,
      name,
      flightNumber,
      travelDate,
      size: all.length,
      ...(all.every(({ documentStatus }) => isOver(documentStatus)) ? { over: true } : {}),
      members: all,
    };
    const actions: OfferedAction[] = groupActions(this, found, call);
    return { model, actions };
  }

  /** Limits a group to what the caller may see. Staff see only the members that they may read or have registered. */
  private async seen(row: DeclarationGroupRow, call: Call, present?: Member[]): Promise<VisibleGroup> {
    const all = present ?? (await this.membersOf(row.id));
    // An official acts on what the screen showed, so a change of any member also counts as a change of the group.
    const version = row.version + changesOf(all);
    const access = accessTo({ ...row, isDraft: false }, 'id', call.actor, this.documents.definition.rolePrefix);
    if (!isStaff(call.actor)) return { row, version, access, members: all, claims: noClaims };
    const members = all.filter((member) => this.maySee(member, call));
    const reads = members.some((member) => isReader(this.documents, member, call));
    const others = access.relations.filter((relation) => relation !== 'reader' && relation !== 'officer');
    const claims = reads ? await this.kit.claims.ofMany(members.map(({ id }) => id)) : noClaims;
    return { row, version, access: new Access(reads ? [...others, 'reader'] : others), members, claims };
  }

  /** Whether staff may see a member: they may read it, or have registered it. */
  private maySee(member: Member, call: Call): boolean {
    return !isStaff(call.actor) || isReader(this.documents, member, call) || member.ownerSub === call.actor.sub;
  }

  /** Returns the members in the order of their registration. */
  private membersOf(groupId: string): Promise<Member[]> {
    const order = { serialYear: 'ASC', serialNumber: 'ASC' };
    return this.kit.db.reader.find(this.documents.definition.row, { where: { groupId }, order } as never) as Promise<Member[]>;
  }

  private requireRegistration(call: Call): void {
    const { definition: d } = this.documents;
    const refusal = refusalOf(d.workflow, d, 'register', null, call.actor);
    if (refusal) throw refusal;
  }

  /** Checks a traveller. @throws 422 with every broken rule */
  private async check({ body, answeredBy, fault }: Traveller, call: Call): Promise<CheckedRegistration<string, Draft>> {
    const checked = checkRegistration(this.documents, 'register', body, call, answeredBy ? { answeredBy } : {});
    if (!fault) return checked;
    throw new ProblemError(422, faultsWith(fault, await checked.then(() => [], brokenRules)));
  }

  /** Checks every traveller before anything is written. @throws 422 with the errors of all travellers */
  private async checkAll(travellers: readonly Traveller[], call: Call): Promise<CheckedRegistration<string, Draft>[]> {
    const faults: Fault[] = [];
    const checked: CheckedRegistration<string, Draft>[] = [];
    for (const [i, traveller] of travellers.entries())
      try {
        checked.push(await this.check(traveller, call));
      } catch (error) {
        faults.push(...brokenRules(error).map((fault) => ({ ...fault, field: fault.field ? `travellers[${i}].${fault.field}` : `travellers[${i}]` })));
      }
    if (faults.length) throw new ProblemError(422, faults);
    return checked;
  }

  private prepare({ draft, ...rest }: CheckedRegistration<string, Draft>, groupId: string, call: Call, toldTogether = false) {
    return prepareRegistration(this.documents, { ...rest, draft: { ...draft, groupId } as never }, call, { printsLater: true, toldTogether });
  }

  /** Returns the body of an action on one member. A kind of group overrides this if its declarations complete the body of an action. */
  protected inputFor(_id: string, _action: string, input: Plain, _call: Call): Promise<unknown> {
    return Promise.resolve(input);
  }

  /** Prepares the action on each member. @throws the first refusal of the caller, or else all errors, each with its member */
  private async prepareActions(ids: readonly string[], action: string, input: (id: string) => Plain, call: Call): Promise<PreparedAction<object>[]> {
    const faults: Fault[] = [];
    let status = 0;
    let claim: ProblemError['extra']['claim'];
    const prepared: PreparedAction<object>[] = [];
    // In parallel, so that an officer at the gate waits only for the slowest member.
    const outcomes = await Promise.allSettled(
      ids.map(async (id) => prepareAction(this.documents, id, action, await this.inputFor(id, action, input(id), call), call)),
    );
    for (const [i, outcome] of outcomes.entries()) {
      if (outcome.status === 'fulfilled') {
        prepared.push(outcome.value);
        continue;
      }
      const error: unknown = outcome.reason;
      if (!(error instanceof ProblemError) || (error.status !== 409 && error.status !== 422)) throw error;
      status = Math.max(status === 0 ? error.status : Math.min(status, error.status), 409);
      claim ??= error.extra.claim;
      faults.push(...error.errors.map((fault) => ({ ...fault, field: ['members', `[${i}]`, fault.field && `.${fault.field}`].filter(Boolean).join('') })));
    }
    // The answer can name only one claim, so it names one only if every error is a claim.
    const allClaimed = faults.every(({ code }) => code === 'CLAIMED');
    if (faults.length) throw new ProblemError(status, faults, allClaimed ? { claim } : {});
    return prepared;
  }

  /** Raises the version of a group. @throws 409 if the group was changed since it was read */
  private async raiseVersion(tx: EntityManager, { id, version }: DeclarationGroupRow, by: number): Promise<void> {
    const { affected } = await tx.update(DeclarationGroupRow, { id, version }, { version: version + by });
    if (affected !== 1) throw staleGroup();
  }

  private async record(tx: EntityManager, call: Call, action: string, { id, reference }: DeclarationGroupRow, details: object): Promise<void> {
    await this.kit.audit.add(tx, call, { action, kind: this.plan.kind, documentId: id, reference, details });
  }

  private async recordRead({ row }: VisibleGroup, call: Call, action: string): Promise<void> {
    if (isStaff(call.actor)) await this.kit.audit.read(call, { action, kind: this.plan.kind, documentId: row.id, reference: row.reference });
  }

  /** Returns the answer to a repeated call, from the versions that the first call wrote. @throws 404 if the group was erased meanwhile */
  private async answerAgain({ documentId, version, status, parts = [] }: StoredAnswer, call: Call): Promise<Answer<GroupEnvelope>> {
    const found = await this.find(documentId, call);
    const present = new Map(found.members.map((row) => [row.id, row]));
    const members: Member[] = [];
    for (const [id, of] of parts) {
      const row = present.get(id) ?? ((await this.kit.db.findById(this.documents.definition.row, id)) as Member | null);
      const past = row && (row.version === of ? row : ((await this.documents.rowOfVersion(row, of)) as Member | null));
      if (past && this.maySee(past, call)) members.push(past);
    }
    return { status, body: this.envelope({ ...found, version, members }, call) };
  }
}

/** Returns the errors of a refusal with 422. @throws every other error */
function brokenRules(error: unknown): readonly Fault[] {
  if (error instanceof ProblemError && error.status === 422) return error.errors;
  throw error;
}

/** Returns how often these members were changed since their registration. */
const changesOf = (members: readonly Member[]): number => members.reduce((sum, { version }) => sum + version - 1, 0);

const staleGroup = () => conflict('STALE_VERSION', L('The group was changed since you opened it', 'O grupo foi alterado desde que o abriu'));
