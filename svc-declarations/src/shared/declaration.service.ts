/** The operations that departure and arrival declarations share, in addition to those of every document. */
import { type CatalogueRecord, type DocumentEnvelope, L, type ListResult, listResult, type OfferedAction } from '@portal/contract-kit';
import {
  type Answer,
  type Call,
  conflict,
  type DocumentDefinition,
  type DocumentKit,
  type DocumentRow,
  DocumentService,
  type DocumentState,
  isStaff,
  nameIn,
  notFound,
  ProblemError,
  type QuestionSet,
  questionsOf,
  requirementsOf,
  type ServerFields,
} from '@portal/service-kit';
import type { DateOption, QuestionRecord } from '../../contract/index.ts';
import { leaveAction } from '../group/group.leave.ts';
import { travelDays } from './declaration.travel-days.ts';

interface Form {
  emailAddress?: string;
  phoneNumber?: string;
}

export abstract class DeclarationService<
  Body extends Form,
  Model extends Body & ServerFields,
  Status extends string,
  Row extends DocumentRow,
> extends DocumentService<Body, Model, Status, Row> {
  /** Cached blank forms by language: the data that the form was made from, and its text before and after the id of the first goods row. */
  private readonly forms = new Map<string, { sources: CatalogueRecord[][]; day: string; parts: string[] }>();

  protected constructor(
    definition: DocumentDefinition<Body, Model, Status, Row>,
    kit: DocumentKit,
    private readonly documentCode: string,
    private readonly daysAhead: number,
  ) {
    super(definition, kit);
  }

  /** Returns the blank form, prefilled with what the server knows. A registration uses only the client's body. */
  override async info(call: Call): Promise<DocumentEnvelope<Partial<Model>>> {
    const { calendar, catalogues } = this.kit;
    const today = await calendar.dayOf();
    const document = await catalogues.find('documents', this.documentCode, { day: today });
    const model = {
      ...new this.definition.contract(),
      agencyCode: document?.agencyCode,
      documentCode: this.documentCode,
      goods: [],
      questions: [],
      requirements: await requirementsOf(catalogues, today, this.documentCode, undefined, call.language, () => ({ accepted: false })),
      ...this.knownOf(call),
      ...this.formSettings(),
    };
    return { model: { ...model, id: '', version: 0 } as never, actions: this.offer(null, call) };
  }

  /**
   * Returns the blank form as text. The form for callers who are not signed in is the same for all of them, except for the id of its first goods row. It is
   * cached until a catalogue changes, for at most a day.
   */
  override async infoText(call: Call): Promise<string> {
    if (call.actor.sub !== null) return super.infoText(call);
    const { calendar, catalogues, ids } = this.kit;
    const day = await calendar.dayOf();
    const sources = [await catalogues.records('documents'), await catalogues.records('requirements')];
    let kept = this.forms.get(call.language);
    if (!kept || kept.day !== day || sources.some((records, i) => records !== kept?.sources[i])) {
      const form = await this.info(call);
      const [row] = (form.model as { goods?: { id?: string }[] }).goods ?? [];
      const text = JSON.stringify(form);
      kept = { sources, day, parts: row?.id ? text.split(row.id) : [text] };
      this.forms.set(call.language, kept);
    }
    return kept.parts.length > 1 ? kept.parts.join(ids.next()) : (kept.parts[0] as string);
  }

  /** Returns the actions that the caller may do now. Leaving a group is offered by the group. */
  override offer(standing: DocumentState<Model> | null, call: Call): OfferedAction[] {
    return super.offer(standing, call).filter(({ name }) => name !== leaveAction);
  }

  /** Performs an action on a declaration. Leaving a group is refused here, because it must be done through the group. @throws 404, 401, 403, 409, 422 */
  override async perform(asked: string, action: string, body: unknown, call: Call): Promise<Answer<DocumentEnvelope<Model>>> {
    if (action === leaveAction)
      throw conflict('ACTION_NOT_ALLOWED', L('Take this person out on the page of the group', 'Retire esta pessoa na página do grupo'));
    return super.perform(asked, action, body, call);
  }

  /** Returns further settings of the blank form. */
  protected formSettings(): object {
    return {};
  }

  /** Returns the known data of a signed-in applicant. Officers fill in the form for somebody else, so there is none for them. */
  private knownOf({ actor }: Call): object {
    if (actor.sub === null || isStaff(actor)) return {};
    return { applicantUser: { name: actor.name }, emailAddress: actor.email || undefined, phoneNumber: actor.phone || undefined };
  }

  /** Returns the days of travel that can be chosen. */
  dates({ language }: Pick<Call, 'language'>): ListResult<DateOption> {
    return listResult(travelDays(this.kit.clock.today(), this.daysAhead, language));
  }

  /**
   * Returns the questions of a document as of the day of its registration, or the questions of the document code as of today.
   * @throws 404 if there is no such document or code; 401, 403 if the caller may not read the document
   */
  async questions(idOrCode: string, set: QuestionSet, call: Call): Promise<ListResult<QuestionRecord>> {
    const found =
      idOrCode === this.documentCode
        ? undefined
        : await this.find(idOrCode, call).catch((error: unknown) => {
            throw error instanceof ProblemError && error.status === 404 ? notFound('question set') : error;
          });
    const more = (record: CatalogueRecord) => ({
      descriptions: { en: nameIn(record, 'en'), pt: nameIn(record, 'pt') },
      ...(typeof record.about === 'string' && record.about ? { about: record.about } : {}),
    });
    const day = await this.kit.calendar.dayOf(found && this.modelOf(found.row));
    return listResult(await questionsOf(this.kit.catalogues, set, day, this.documentCode, call.language, more));
  }
}
