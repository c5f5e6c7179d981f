/** Draws a form for browsers without script, with the classes of the portal's stylesheet. */
import { type Bilingual, type FieldError, formWords, knownLanguages, type Language, say, secondOf } from '@portal/contract-kit';
import { attribute, Html, html, type Piece } from './html.ts';
import { type DoubtfulAnswers, type PlainForm, sessionField } from './plain-form.ts';
import { datePartNames, optionsLike, type PlainInput, type PlainOption, type PlainSection } from './plain-inputs.ts';
import { plainWords } from './plain-words.ts';
import { addName, keyName, rightName } from './read-plain-form.ts';

export interface DrawnForm {
  form: PlainForm;
  sections: readonly PlainSection[];
  values: ReadonlyMap<string, string>;
  errors: readonly FieldError[];
  /** Why the form is shown again. */
  notice?: Bilingual;
  /** Questions about doubtful answers, which the sender must confirm before the document is registered. */
  doubts?: readonly DoubtfulAnswers[];
  /** The idempotency key of the form: one form registers one document, however often it is sent. */
  key: string;
  language: Language;
}

const idOf = (path: string): string => `field-${path.replace(/[^\w-]+/g, '-')}`;

/** Draws the label in the page's language, followed by the second language in smaller print, as on the screen. */
function labelOf({ label, question, field }: PlainInput, language: Language): Html {
  if (question) return html`${question}`;
  const other = secondOf(language);
  const suffix = field.optional ? ` ${say(formWords.optional, language)}` : '';
  return html`<span lang="${language}">${say(label, language)}${suffix}</span>${
    say(label, other) === say(label, language) ? undefined : html`<span class="portal-second-language" lang="${other}">${say(label, other)}</span>`
  }`;
}

interface Drawing {
  language: Language;
  /** URL to which the form is sent. */
  action: string;
  values: ReadonlyMap<string, string>;
  /** Error messages, by the path of the input. */
  messages: ReadonlyMap<string, string>;
}

interface Marks {
  id: string;
  message?: string;
  hints: Html;
  error: Html;
  describedBy?: string;
}

/** Draws the hint, condition and error of an input, with their ids. */
function marksOf(input: PlainInput, { language, messages }: Drawing): Marks {
  const id = idOf(input.path);
  const message = messages.get(input.path);
  const lines = [
    input.field.when && say(input.field.when.words, language),
    input.field.hint && say(input.field.hint, language),
    input.kind === 'search' ? say(plainWords.search, language) : undefined,
    input.field.lines ? say(plainWords.lineLimit(input.field.lines), language) : undefined,
  ].filter((line) => line !== undefined);
  const describedBy = [lines.length ? `${id}-hint` : '', message ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined;
  return {
    id,
    message,
    hints: lines.length ? html`<div class="govuk-hint" id="${id}-hint">${lines.map((line, i) => html`${i > 0 && html`<br>`}${line}`)}</div>` : html``,
    error: message
      ? html`<p class="govuk-error-message" id="${id}-error"><span class="govuk-visually-hidden">${say(formWords.error, language)}</span> ${message}</p>`
      : html``,
    describedBy,
  };
}

const group = ({ message }: Marks, content: Piece): Html => html`<div class="govuk-form-group${message && ' govuk-form-group--error'}">${content}</div>`;
const invalid = ({ message, describedBy }: Marks): Html =>
  html`${attribute('aria-describedby', describedBy)}${attribute('aria-invalid', message ? 'true' : undefined)}`;
/** Marks an input that is always required. */
const required = ({ field, conditional }: PlainInput): Html => attribute('aria-required', field.optional || conditional ? undefined : 'true');

function optionList(options: readonly PlainOption[], chosen: string, language: Language): Html {
  const one = ({ code, name }: PlainOption): Html => html`<option value="${code}"${attribute('selected', code === chosen)}>${name}</option>`;
  const groups = [...new Set(options.map((option) => option.group ?? ''))];
  return html`<option value="">${say(formWords.select, language)}</option>${
    groups.length > 1
      ? groups
          .sort((a, b) => a.localeCompare(b, language))
          .map((name) => html`<optgroup label="${name}">${options.filter((option) => (option.group ?? '') === name).map(one)}</optgroup>`)
      : options.map(one)
  }`;
}

function selectField(input: PlainInput, drawing: Drawing, options = input.options): Html {
  const marks = marksOf(input, drawing);
  const [name = ''] = input.names;
  return group(
    marks,
    html`<label class="govuk-label" for="${marks.id}">${labelOf(input, drawing.language)}</label>${marks.hints}${marks.error}
<select class="govuk-select${marks.message && ' govuk-select--error'}" id="${marks.id}" name="${name}"${attribute('autocomplete', input.field.autoComplete)}${invalid(marks)}${required(input)}>${optionList(options, drawing.values.get(name) ?? '', drawing.language)}</select>`,
  );
}

function textField(input: PlainInput, drawing: Drawing): Html {
  const { field, kind, options } = input;
  const marks = marksOf(input, drawing);
  const [name = ''] = input.names;
  const value = drawing.values.get(name) ?? '';
  const shared = html`id="${marks.id}" name="${name}"${attribute('autocomplete', field.autoComplete ?? 'off')}${invalid(marks)}${required(input)}`;
  const list = kind === 'text' && options.length > 0 ? `${marks.id}-list` : undefined;
  const width = field.width && ` govuk-input--width-${field.width}`;
  return group(
    marks,
    html`<label class="govuk-label" for="${marks.id}">${labelOf(input, drawing.language)}</label>${marks.hints}${marks.error}${
      kind === 'lines'
        ? html`<textarea class="govuk-textarea${marks.message && ' govuk-textarea--error'}" rows="5" ${shared}>${'\n'}${value}</textarea>`
        : html`<input class="govuk-input${width}${marks.message && ' govuk-input--error'}" type="${field.inputType ?? 'text'}"${attribute(
            'inputmode',
            kind === 'integer' ? 'numeric' : undefined,
          )} spellcheck="false" ${shared}${attribute('list', list)} value="${value}">`
    }${list && html`<datalist id="${list}">${options.map(({ code, name: words }) => html`<option value="${code}">${words}</option>`)}</datalist>`}`,
  );
}

/** Draws the input for a long catalogue: the name is typed. If the name fits several records, the next page lets the sender choose one of them. */
function searchField(input: PlainInput, drawing: Drawing): Html {
  const [name = ''] = input.names;
  const typed = drawing.values.get(name) ?? '';
  const known = input.options.find(({ code }) => code === typed);
  const like = drawing.messages.has(input.path) ? optionsLike(input.options, typed) : [];
  return known || like.length > 0 ? selectField(input, drawing, known ? [known, ...like] : like) : textField(input, drawing);
}

function fieldset(input: PlainInput, drawing: Drawing, marks: Marks, content: Piece): Html {
  return group(
    marks,
    html`<fieldset class="govuk-fieldset"${attribute('aria-describedby', marks.describedBy)}><legend class="govuk-fieldset__legend portal-legend">${labelOf(input, drawing.language)}</legend>${marks.hints}${marks.error}${content}</fieldset>`,
  );
}

function dateField(input: PlainInput, drawing: Drawing): Html {
  const marks = marksOf(input, drawing);
  const parts = datePartNames(input.path).map((name, i) => {
    const part = (['day', 'month', 'year'] as const)[i] as 'day' | 'month' | 'year';
    const id = part === 'day' ? marks.id : `${marks.id}-${part}`;
    return html`<div class="govuk-date-input__item"><div class="govuk-form-group"><label class="govuk-label govuk-date-input__label" for="${id}">${say(formWords[part], drawing.language)}</label><input class="govuk-input govuk-date-input__input govuk-input--width-${part === 'year' ? 4 : 2}${marks.message && ' govuk-input--error'}" id="${id}" name="${name}" type="text" inputmode="numeric" maxlength="${part === 'year' ? 4 : 2}" autocomplete="${input.field.autoComplete ? `${input.field.autoComplete}-${part}` : 'off'}"${attribute('aria-invalid', marks.message ? 'true' : undefined)} value="${drawing.values.get(name) ?? ''}"></div></div>`;
  });
  return fieldset(input, drawing, marks, html`<div class="govuk-date-input">${parts}</div>`);
}

function radiosField(input: PlainInput, drawing: Drawing): Html {
  const marks = marksOf(input, drawing);
  const [name = ''] = input.names;
  const isYesNo = input.options.length === 2 && input.options[0]?.code === 'YES';
  const items = input.options.map(
    ({ code, name: words }, i) =>
      html`<div class="govuk-radios__item"><input class="govuk-radios__input" id="${i === 0 ? marks.id : `${marks.id}-${code.toLowerCase()}`}" type="radio" name="${name}" value="${code}"${attribute('checked', drawing.values.get(name) === code)}><label class="govuk-label govuk-radios__label" for="${i === 0 ? marks.id : `${marks.id}-${code.toLowerCase()}`}">${words}</label></div>`,
  );
  return fieldset(input, drawing, marks, html`<div class="govuk-radios${isYesNo && ' govuk-radios--inline'}">${items}</div>`);
}

function checkboxField(input: PlainInput, drawing: Drawing): Html {
  const marks = marksOf(input, drawing);
  const [name = ''] = input.names;
  return group(
    marks,
    html`${marks.error}<div class="govuk-checkboxes"><div class="govuk-checkboxes__item"><input class="govuk-checkboxes__input" id="${marks.id}" type="checkbox" name="${name}" value="YES"${attribute('checked', drawing.values.get(name) === 'YES')}${invalid(marks)}><label class="govuk-label govuk-checkboxes__label" for="${marks.id}">${labelOf(input, drawing.language)}</label></div></div>${marks.hints}`,
  );
}

function checklistField(input: PlainInput, drawing: Drawing): Html {
  const marks = marksOf(input, drawing);
  const { language, values } = drawing;
  const box = (name: string, id: string, words: string): Html =>
    html`<div class="govuk-checkboxes__item"><input class="govuk-checkboxes__input" id="${id}" type="checkbox" name="${name}" value="YES"${attribute('checked', values.get(name) === 'YES')}><label class="govuk-label govuk-checkboxes__label" for="${id}">${words}</label></div>`;
  const none = input.names.at(-1) ?? '';
  return fieldset(
    input,
    drawing,
    marks,
    html`<div class="govuk-checkboxes portal-checklist">${input.options.map(({ code, name }, i) => box(code, i === 0 ? marks.id : `${marks.id}-${i}`, name))}<div class="govuk-checkboxes__divider">${say(formWords.or, language)}</div>${box(none, `${marks.id}-none`, say(formWords.noneOfThese, language))}</div>`,
  );
}

const drawn: Record<PlainInput['kind'], (input: PlainInput, drawing: Drawing) => Html> = {
  text: textField,
  lines: textField,
  integer: textField,
  search: searchField,
  select: selectField,
  date: dateField,
  radios: radiosField,
  checkbox: checkboxField,
  checklist: checklistField,
};

function sectionOf({ section, inputs, rows }: PlainSection, drawing: Drawing): Html {
  const { language } = drawing;
  const { id, title, when, list } = section;
  const notes = [when && say(when.words, language), list?.hint && say(list.hint, language)].filter((line) => line !== undefined);
  const listMessage = list && drawing.messages.get(list.name);
  return html`
<section class="portal-card" id="${id}" aria-labelledby="${id}-title">
<div class="portal-card__header"><h2 class="govuk-heading-m" id="${id}-title">${say(title, language)}</h2></div>
<div class="portal-card__body">
${notes.map((line) => html`<p class="govuk-hint">${line}</p>`)}
${list && !inputs.some(({ path }) => path === list.name) && html`<div id="${idOf(list.name)}" tabindex="-1">${listMessage && html`<p class="govuk-error-message"><span class="govuk-visually-hidden">${say(formWords.error, language)}</span> ${listMessage}</p>`}</div>`}
${rows.map(
  (row) => html`<fieldset class="govuk-fieldset portal-row"><legend class="govuk-fieldset__legend portal-row__legend">${say(row.title, language)}</legend>
<div class="portal-row__fields">${row.inputs.map((input) => drawn[input.kind](input, drawing))}</div></fieldset>`,
)}
${list?.rows && html`<button type="submit" class="govuk-button govuk-button--secondary" name="${addName}" value="${list.name}" formaction="${drawing.action}#${id}">${say(list.rows.add, language)}</button>`}
${inputs.map((input) => drawn[input.kind](input, drawing))}
</div>
</section>`;
}

/** Assigns each error to its input: the input at its path, or the nearest one above or below its path. */
function placed(errors: readonly FieldError[], inputs: readonly PlainInput[]): { error: FieldError; path?: string }[] {
  const order = new Map(inputs.map(({ path }, i) => [path, i]));
  const near = (field: string): string | undefined =>
    order.has(field) ? field : inputs.find(({ path }) => path.startsWith(`${field}.`) || (field.startsWith(`${path}.`) && path !== ''))?.path;
  return errors
    .map((error) => ({ error, path: error.field === '' ? undefined : near(error.field) }))
    .sort((a, b) => (order.get(a.path ?? '') ?? Number.MAX_SAFE_INTEGER) - (order.get(b.path ?? '') ?? Number.MAX_SAFE_INTEGER));
}

const summary = (lines: ReturnType<typeof placed>, notice: Bilingual | undefined, language: Language): Html | undefined =>
  lines.length === 0 && !notice
    ? undefined
    : html`<div class="govuk-error-summary" id="errors" tabindex="-1" autofocus data-testid="error-summary"><div role="alert">
<h2 class="govuk-error-summary__title">${say(formWords.problem, language)}</h2>
<div class="govuk-error-summary__body"><ul class="govuk-list govuk-error-summary__list">
${notice && html`<li>${say(notice, language)}</li>`}
${lines.map(({ error, path }) => html`<li>${path === undefined ? error.message : html`<a href="#${idOf(path)}">${error.message}</a>`}</li>`)}
</ul></div></div></div>`;

/** Returns the value that the button "these answers are right" sends: the ids of the questions that were asked. */
export const namesOf = (doubts: readonly DoubtfulAnswers[]): string => doubts.map(({ id }) => id).join(' ');

/** Draws the doubtful answers, each with a link to its input, and the button that confirms them. */
function doubtPanel(doubts: readonly DoubtfulAnswers[], inputs: readonly PlainInput[], language: Language): Html | undefined {
  if (doubts.length === 0) return undefined;
  const order = placed(
    doubts.flatMap(({ fields }) => fields.map((field) => ({ code: '', field, message: '' }))),
    inputs,
  );
  const link = (field: string): Html | undefined => {
    const path = order.find(({ error }) => error.field === field)?.path;
    const input = inputs.find((each) => each.path === path);
    if (!path || !input) return undefined;
    const index = /^\w+\.(\d+)$/.exec(field)?.[1];
    const words = input.kind === 'checklist' && index ? (input.options[Number(index)]?.name ?? '') : say(input.label, language);
    return html`<li><a class="govuk-link" href="#${idOf(path)}">${say(plainWords.change, language)}: ${words}</a></li>`;
  };
  return html`<div class="portal-doubts" id="doubts" tabindex="-1" autofocus>
<h2 class="govuk-heading-m">${say(formWords.areTheseRight, language)}</h2>
<ul class="govuk-list govuk-list--bullet">${doubts.map(({ text, fields }) => html`<li>${say(text, language)}<ul class="govuk-list">${[...new Set(fields)].map(link)}</ul></li>`)}</ul>
<button type="submit" class="govuk-button" form="plain-form" name="${rightName}" value="${namesOf(doubts)}">${say(formWords.theseAreRight, language)}</button>
</div>`;
}

/** Returns the URL of a page in a language. */
export const inLanguageOf = (address: string, language: Language): string => `${address}?language=${language}`;

/**
 * Draws the links to the other languages. On a page with a form they are buttons of the form, so that its answers are kept.
 * @param form the id of the form
 */
export function languageChoice(address: string, language: Language, form?: string): Html {
  const ways = knownLanguages()
    .filter(({ tag }) => tag !== language)
    .map(({ tag, name }) => {
      const href = inLanguageOf(address, tag);
      return form
        ? html`<li><button class="portal-link-button" type="submit" form="${form}" formaction="${href}" name="${addName}" value="" lang="${tag}">${name}</button></li>`
        : html`<li><a class="govuk-link" href="${href}" hreflang="${tag}" lang="${tag}">${name}</a></li>`;
    });
  return html`<nav class="portal-plain__language" aria-label="${say(plainWords.language, language)}"><ul>${ways}</ul></nav>`;
}

/** Draws the whole form: the content of the page's main element. */
export function drawForm({ form, sections, values, errors, notice, doubts = [], key, language }: DrawnForm): Html {
  const inputs = sections.flatMap((section) => [...section.rows.flatMap((row) => row.inputs), ...section.inputs]);
  const lines = placed(errors, inputs);
  const messages = new Map<string, string>();
  for (const { error, path } of lines) if (path !== undefined && !messages.has(path)) messages.set(path, error.message);
  for (const { error } of lines) if (!messages.has(error.field)) messages.set(error.field, error.message);
  const action = inLanguageOf(form.address, language);
  const drawing = { language, action, values, messages };
  // Enter presses the first button of the form in the page: this hidden one, which sends the form.
  return html`<div class="portal-public portal-plain">
<button type="submit" form="plain-form" class="govuk-visually-hidden" tabindex="-1" aria-hidden="true">${say(form.submit, language)}</button>
${languageChoice(form.address, language, 'plain-form')}
${summary(lines, notice, language)}
${doubtPanel(doubts, inputs, language)}
<div class="portal-page-header"><div class="portal-page-header__title">
<h1 class="govuk-heading-xl">${say(form.title, language)}</h1></div></div>
${form.intro && html`<p class="govuk-body-l">${say(form.intro, language)}</p>`}
<p class="govuk-body">${say(plainWords.about, language)}</p>
<form id="plain-form" method="post" action="${action}" novalidate>
${new Html(sessionField)}
<input type="hidden" name="${keyName}" value="${key}">
${sections.map((section) => sectionOf(section, drawing))}
<section class="portal-card" aria-labelledby="terms-title"><div class="portal-card__header"><h2 class="govuk-heading-m" id="terms-title">${say(form.terms.title, language)}</h2></div>
<div class="portal-card__body"><p class="govuk-body">${say(form.terms.text, language)}</p></div></section>
<button type="submit" class="govuk-button">${say(form.submit, language)}</button>
</form>
</div>`;
}
