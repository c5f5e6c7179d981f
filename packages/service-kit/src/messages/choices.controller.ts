import { Body, Controller, Get, Header, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { L, type Language, say } from '@portal/contract-kit';
import { Audit } from '../audit/audit.ts';
import type { Call } from '../auth/actor.ts';
import { CurrentCall } from '../auth/auth.guard.ts';
import { Clock } from '../clock.ts';
import { Database } from '../database/database.ts';
import type { DocumentRow } from '../documents/document-row.ts';
import { type AnyDocuments, DOCUMENTS } from '../documents/documents.ts';
import { Encryption } from '../encryption/encryption.ts';
import { badRequest, notFound } from '../http/problems.ts';
import { html } from '../plain/html.ts';
import { type PlainPage, type PlainSubmission, sessionField } from '../plain/plain-form.ts';
import { RETENTION_PLAN, type RetentionPlan } from '../retention/retention.ts';
import { documentOfChoice, writeChoice } from './choices.ts';
import { MessageChoiceRow } from './message.entities.ts';
import { type Choice, choices } from './message-events.ts';

const words = {
  title: L('Messages about your document', 'Mensagens sobre o seu documento'),
  about: L('Reference', 'Referência'),
  choose: L('Which messages do you want?', 'Que mensagens deseja receber?'),
  news: L('Changes and payments', 'Alterações e pagamentos'),
  newsHint: L('When something is changed, or a payment is received', 'Quando algo é alterado ou um pagamento é recebido'),
  reminders: L('Reminders', 'Lembretes'),
  remindersHint: L(
    'When your document ends soon, or a question waits for your answer',
    'Quando o documento está prestes a terminar ou uma pergunta aguarda resposta',
  ),
  always: L(
    'Decisions, questions, sums to pay and one-time codes are always sent: the office has to tell you.',
    'As decisões, perguntas, valores a pagar e códigos de utilização única são sempre enviados: o serviço tem de o informar.',
  ),
  save: L('Save', 'Guardar'),
  saved: L('Your choice is saved', 'A sua escolha foi guardada'),
} as const;

/**
 * A page without script on which an applicant chooses which messages to receive. The gateway puts the page into the portal's frame. Mail programs post to it
 * automatically when their user unsubscribes (RFC 8058).
 */
@ApiExcludeController()
@Controller('v1/messages/choice/:key/:data/plain')
export class MessageChoicesController {
  constructor(
    @Inject(DOCUMENTS) private readonly documents: readonly AnyDocuments[],
    @Inject(RETENTION_PLAN) private readonly plan: RetentionPlan,
    private readonly db: Database,
    private readonly encryption: Encryption,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  async show(@Param('key') key: string, @Param('data') data: string, @CurrentCall() { language }: Call): Promise<PlainPage> {
    const { row } = await this.documentOf(key, data);
    return this.page(row, await this.withoutOf(row.id), language, false);
  }

  @Post()
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async choose(
    @Param('key') key: string,
    @Param('data') data: string,
    @Body() body: PlainSubmission | undefined,
    @CurrentCall() call: Call,
  ): Promise<PlainPage> {
    const fields = body?.fields;
    if (!Array.isArray(fields) || fields.length > 20) throw badRequest('BAD_REQUEST', 'fields', 'The body is not a form');
    const { kind, row } = await this.documentOf(key, data);
    const has = (name: string, value: string): boolean => fields.some((field) => field?.[0] === name && field[1] === value);
    const oneClick = has('List-Unsubscribe', 'One-Click');
    const without: Choice[] = choices.filter((choice) => oneClick || !has(choice, 'yes'));
    await this.db.write(async (tx) => {
      await writeChoice(tx, row.id, without, this.clock.now());
      await this.audit.add(tx, call, { action: 'message-choice', kind, documentId: row.id, reference: row.reference, details: { without } });
    });
    return this.page(row, without, call.language, true);
  }

  private async withoutOf(documentId: string): Promise<Choice[]> {
    const row = await this.db.reader.findOneBy(MessageChoiceRow, { documentId });
    return row ? choices.filter((choice) => row[choice]) : [];
  }

  /** Finds the document of a link. @throws 404 for a link that this service did not make, or whose document was erased */
  private async documentOf(key: string, data: string): Promise<{ kind: string; row: DocumentRow }> {
    const id = documentOfChoice(this.encryption, this.plan.service, key, data);
    if (id)
      for (const { definition } of this.documents) {
        const row = (await this.db.findById(definition.row, id)) as DocumentRow | null;
        if (row) return { kind: definition.kind, row };
      }
    throw notFound();
  }

  private page({ reference }: DocumentRow, without: readonly Choice[], language: Language, saved: boolean): PlainPage {
    const text = (name: keyof typeof words): string => say(words[name], language);
    const box = (choice: Choice) => html`<div class="govuk-checkboxes__item">
<input class="govuk-checkboxes__input" id="${choice}" name="${choice}" type="checkbox" value="yes" aria-describedby="${choice}-hint"${without.includes(choice) ? '' : html` checked`}>
<label class="govuk-label govuk-checkboxes__label" for="${choice}">${text(choice)}</label>
<div class="govuk-hint govuk-checkboxes__hint" id="${choice}-hint">${text(`${choice}Hint`)}</div>
</div>`;
    const page = html`${saved ? html`<div class="govuk-notification-banner govuk-notification-banner--success" role="alert"><div class="govuk-notification-banner__content"><p class="govuk-notification-banner__heading">${text('saved')}</p></div></div>` : ''}
<h1 class="govuk-heading-l">${text('title')}</h1>
<p class="govuk-body">${text('about')}: <strong>${reference ?? ''}</strong></p>
<form method="post" novalidate>SESSION
<div class="govuk-form-group"><fieldset class="govuk-fieldset"><legend class="govuk-fieldset__legend govuk-fieldset__legend--m">${text('choose')}</legend>
<div class="govuk-checkboxes">${choices.map(box)}</div></fieldset></div>
<button type="submit" class="govuk-button">${text('save')}</button>
</form>
<p class="govuk-body">${text('always')}</p>`;
    return { status: 200, title: text('title'), failed: false, html: page.text.replace('SESSION', () => sessionField) };
  }
}
