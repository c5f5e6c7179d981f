/** Draws the page after registration for browsers without script: the QR code, the reference, the lane, the status and the form to take along. */
import { type Bilingual, formWords, type Language, say } from '@portal/contract-kit';
import { languageChoice } from './draw-plain-form.ts';
import { type Html, html } from './html.ts';
import type { PlainForm } from './plain-form.ts';
import { plainWords } from './plain-words.ts';

export interface DrawnDone {
  form: PlainForm;
  model: { id: string; serialReference: { reference: string } };
  /** The label of the document's status. */
  status?: Bilingual;
  /** The QR code as SVG. */
  code: Buffer;
  productName: string;
  language: Language;
}

/** A separate shape for the red lane, so that colour is not the only distinction. */
const marks = {
  red: html`<path d="M8 2h8l6 6v8l-6 6H8l-6-6V8z" fill="currentColor"/><path class="portal-result__sign" d="M7 12h10" fill="none" stroke-width="2.5"/>`,
  other: html`<circle cx="12" cy="12" r="10" fill="currentColor"/><path class="portal-result__sign" d="M7 12l4 4 6-7" fill="none" stroke-width="2.5"/>`,
} as const;

const lanes = {
  RED: { tone: 'red', name: formWords.redLane },
  GREEN: { tone: 'green', name: formWords.greenLane },
} as const;

/** Draws the outcome as a panel over the whole width. The lane is shown as a word and a shape. */
function resultPanel({ done }: PlainForm, model: object, language: Language): Html {
  const lane = done.lane?.(model);
  const help = done.laneHelp?.(model);
  const shown = lane && lanes[lane];
  const word = shown && html`<p class="portal-result__word"><span>${say(shown.name, language)}</span>${help ? `: ${say(help, language)}` : ''}</p>`;
  return html`<div class="portal-result portal-result--${shown?.tone ?? 'blue'}"><svg class="portal-result__mark" viewBox="0 0 24 24" width="40" height="40" aria-hidden="true" focusable="false">${
    shown?.tone === 'red' ? marks.red : marks.other
  }</svg><div>${word}<h1 class="portal-result__title">${say(done.title, language)}</h1></div></div>`;
}

/** Draws what happens next, until there is a decision. */
function nextSteps({ done }: PlainForm, model: object, productName: string, language: Language): Html {
  if (done.isDecided?.(model)) return html`<p class="govuk-body">${say(plainWords.keep, language)}</p>`;
  return html`<h2 class="govuk-heading-m">${say(formWords.next, language)}</h2>
<ol class="govuk-list govuk-list--number">${[done.note(productName), ...done.next, plainWords.keep].map((step) => html`<li>${say(step, language)}</li>`)}</ol>`;
}

/** Draws the page of a registered document: the content of the page's main element. */
export function drawDone({ form, model, status, code, productName, language }: DrawnDone): Html {
  const { reference } = model.serialReference;
  const address = `${form.address}/${encodeURIComponent(model.id)}`;
  const { facts = [], owner } = form.done.about(model, language);
  return html`<div class="portal-public portal-plain">
${resultPanel(form, model, language)}
<div class="portal-qr">
<p class="portal-qr__owner" tabindex="0">${owner}</p>
<p class="portal-qr__facts">${facts.map((fact, index) => html`${index > 0 ? ' · ' : ''}<bdi>${fact}</bdi>`)}</p>
<figure class="portal-qr__figure"><div class="portal-qr__paper"><img class="portal-qr__image" src="data:image/svg+xml;base64,${code.toString('base64')}" alt="${say(plainWords.qrAlt(reference), language)}" width="320" height="320"></div>
<figcaption class="portal-qr__caption">${say(formWords.qrCaption, language)}</figcaption></figure>
<p class="portal-qr__reference">${reference}</p>
${status && html`<p class="portal-qr__status"><strong class="govuk-tag">${say(status, language)}</strong></p>`}
<p class="govuk-body portal-no-print"><a class="govuk-link" href="${address}/form?language=${language}">${say(plainWords.downloadForm, language)}</a></p>
${nextSteps(form, model, productName, language)}
<p class="govuk-body portal-no-print"><a class="govuk-link" href="${form.address}">${say(formWords.another, language)}</a></p>
</div>
${languageChoice(address, language)}
</div>`;
}
