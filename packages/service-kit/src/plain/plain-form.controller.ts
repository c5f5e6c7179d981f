import { Body, Get, Header, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { type FieldError, inLanguage, sanitise, say, valueAt } from '@portal/contract-kit';
import type { FastifyReply } from 'fastify';
import type { Call } from '../auth/actor.ts';
import { CurrentCall } from '../auth/auth.guard.ts';
import { applicableRecords } from '../catalogue/applicable-records.ts';
import type { AnyDocuments } from '../documents/documents.ts';
import { codeImage, printedForm } from '../documents/printed-form.ts';
import { sendPdf } from '../documents/send-file.ts';
import { Answers, AnswersPdf, TakesBody } from '../http/openapi-parts.ts';
import { ProblemError } from '../http/problems.ts';
import { drawDone } from './draw-plain-done.ts';
import { type DrawnForm, drawForm, namesOf } from './draw-plain-form.ts';
import type { DoubtfulAnswers, PlainBody, PlainDone, PlainForm, PlainPage } from './plain-form.ts';
import { inputsOf, type PlainSection, plainSections } from './plain-inputs.ts';
import { noticeWords, plainWords } from './plain-words.ts';
import { addName, askedOnly, bodyOf, keyName, nameFaults, rightName, rowsSent, type SentForm, sentForm } from './read-plain-form.ts';

/** Returns whether a text has the form of a key that this form makes. */
const isKey = (key: string | undefined): key is string => key !== undefined && /^[\w-]{20,60}$/.test(key);

type Redrawn = Pick<DrawnForm, 'errors' | 'notice' | 'doubts'> & { status: number; key?: string };

/**
 * The form for browsers without script of one kind of document. It serves the gateway, which puts these pages into the portal's frame. A concrete controller
 * sets the path: that of the documents, followed by `/plain`.
 */
export abstract class PlainFormController {
  protected constructor(
    private readonly documents: AnyDocuments,
    private readonly form: PlainForm,
  ) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'The form for browsers without script, blank' })
  @Answers('PlainPage')
  async blank(@CurrentCall() call: Call): Promise<PlainPage> {
    const known = (await this.documents.info(call)).model as PlainBody;
    const sent: SentForm = { values: new Map(), repeated: [] };
    const sections = await this.sections(sent, call);
    const values = new Map(
      inputsOf(sections).flatMap(({ path, names }) =>
        names.length === 1 && typeof known[path] === 'string' ? [[names[0] as string, known[path] as string]] : [],
      ),
    );
    return this.page({ form: this.form, sections, values, errors: [], key: this.documents.kit.ids.next(), language: call.language }, 200);
  }

  @Post()
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'Registers what the form holds, or answers the form again with its errors' })
  @TakesBody('PlainSubmission')
  @Answers('PlainAnswer')
  async send(@Body() body: unknown, @CurrentCall() call: Call): Promise<PlainPage | PlainDone> {
    const sent = sentForm(body);
    const sections = await this.sections(sent, call);
    const again = (redrawn: Redrawn): PlainPage => this.again(sent, sections, call, redrawn);
    if (sent.notice) return again({ errors: [], notice: noticeWords[sent.notice], status: 403 });
    if (sent.values.has(addName)) return again({ errors: [], status: 200 });
    const faults = nameFaults(sent, inputsOf(sections), call.language);
    if (faults.length > 0) return again({ errors: faults, status: 400 });
    const key = sent.values.get(keyName);
    if (!isKey(key)) return again({ errors: [], notice: plainWords.keyMissing, status: 400 });
    const { answers, errors, doubts } = await this.checked(sent, sections, call);
    if (errors.length > 0) return again({ errors, status: 422 });
    if (doubts.length > 0 && sent.values.get(rightName) !== namesOf(doubts)) return again({ errors: [], doubts, status: 200 });
    try {
      const { body: envelope } = await this.documents.register(this.form.action, answers, { ...call, idempotencyKey: key });
      return { location: `${this.form.address}/${(envelope.model as { id: string }).id}` };
    } catch (error) {
      if (!(error instanceof ProblemError) || ![409, 422].includes(error.status)) throw error;
      const [first] = error.errors;
      if (first?.code === 'IDEMPOTENCY_CONFLICT') return again({ errors: [], notice: plainWords.sentBefore, status: 409, key: this.documents.kit.ids.next() });
      return again({ errors: inLanguage(error.errors as never, call.language), status: error.status });
    }
  }

  @Get(':id')
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'The page after registration for browsers without script' })
  @Answers('PlainPage')
  async done(@Param('id') id: string, @CurrentCall() call: Call): Promise<PlainPage> {
    const { form, documents } = this;
    const { model } = await documents.load(id, call);
    const status = documents.definition.statusLabels[model.documentStatus];
    const { bytes } = await codeImage(documents, id, 'svg', 'seal', call);
    const shown = { ...model, id } as { id: string; serialReference: { reference: string } };
    const { productName } = documents.kit.settings;
    const drawn = drawDone({ form, model: shown, status, code: Buffer.from(bytes), productName, language: call.language });
    return { status: 200, title: say(form.done.title, call.language), failed: false, html: drawn.text };
  }

  @Get(':id/form')
  @ApiOperation({ summary: 'The printed form (PDF), at an address below the page' })
  @AnswersPdf()
  async print(@Param('id') id: string, @CurrentCall() call: Call, @Res() reply: FastifyReply): Promise<void> {
    sendPdf(reply, await printedForm(this.documents, id, this.form.done.print, call));
  }

  private async sections(sent: SentForm, { language }: Call): Promise<PlainSection[]> {
    const { definition, kit } = this.documents;
    return plainSections(this.form, definition.contract, kit.catalogues, await kit.calendar.dayOf(), language, (list) => rowsSent(sent, list));
  }

  /** Returns the answers that count, and the errors that the screen would report for them. */
  private async checked(
    sent: SentForm,
    sections: readonly PlainSection[],
    call: Call,
  ): Promise<{ answers: object; errors: FieldError[]; doubts: readonly DoubtfulAnswers[] }> {
    const { definition, kit } = this.documents;
    // The blank form holds what the server knows. A registration uses only what the client sends, so those values are sent along, as the screen does.
    const { id: _id, version: _version, ...start } = (await this.documents.info(call)).model as PlainBody;
    const lists = Object.fromEntries(this.form.sections.flatMap(({ list }) => (list ? [[list.name, []]] : [])));
    const body = this.form.complete(bodyOf(sent, inputsOf(sections), { ...structuredClone(start), ...structuredClone(lists) }));
    const model = sanitise(definition.contract, body);
    const faults = await kit.catalogues.resolve(definition.contract, model, await kit.calendar.dayOf());
    const asked = askedOnly(this.form.sections, model, body);
    const isAsked = ({ field }: FieldError): boolean => valueAt(asked.model, field) !== undefined;
    const errors = [...inLanguage(faults as never, call.language).filter(isAsked), ...this.form.check(asked.model, call.language)];
    const seen = new Set<string>();
    const questions = await applicableRecords(kit.catalogues, 'questions', await kit.calendar.dayOf(), this.form.documentCode);
    const topics = new Map(questions.map(({ code, about }) => [code, typeof about === 'string' ? about : undefined]));
    return {
      answers: asked.body,
      errors: errors.filter(({ field }) => !seen.has(field) && seen.add(field)),
      doubts: this.form.doubts?.(asked.model, (question) => topics.get(question ?? '')) ?? [],
    };
  }

  /** Draws the form again with its answers. */
  private again({ values }: SentForm, sections: readonly PlainSection[], { language }: Call, { status, errors, notice, doubts, key }: Redrawn): PlainPage {
    const sentKey = values.get(keyName);
    const kept = key ?? (isKey(sentKey) ? sentKey : this.documents.kit.ids.next());
    return this.page({ form: this.form, sections, values, errors, notice, doubts, key: kept, language }, status);
  }

  private page(drawn: DrawnForm, status: number): PlainPage {
    return { status, title: say(this.form.title, drawn.language), failed: drawn.errors.length > 0 || drawn.notice !== undefined, html: drawForm(drawn).text };
  }
}
