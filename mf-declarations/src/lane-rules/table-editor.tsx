import { Button, fieldId, IconButton, useText } from '@portal/web-kit';
import { PageSteps } from '@portal/web-kit/staff';
import { useEffect, useId, useRef, useState } from 'react';
import { InputHead, PolicyCorner } from './decision-table.tsx';
import { useInputChoices, useInputName } from './inputs.ts';
import { cellName, type RuleCommands, RuleRow } from './rule-rows.tsx';
import { inputAdded, inputMoved, inputRemoved, ruleAdded, ruleChanged, ruleMoved, ruleRemoved, type TableForm } from './table-form.ts';
import { t } from './texts.ts';

/** Number of rules on a page. Each rule has a field for every column, so a long table needs pages. */
const pageSize = 50;

/** Editor of a decision table in the style of DMN. Rules and columns can be added, moved and removed with the keyboard and with the mouse. */
export function TableEditor({
  form,
  onChange,
  errors,
}: {
  form: TableForm;
  onChange: (form: TableForm) => void;
  /** Error messages by the name of the field. */
  errors: ReadonlyMap<string, string>;
}) {
  const text = useText();
  const nameOf = useInputName();
  const [page, setPage] = useState(1);
  const [said, setSaid] = useState('');
  /** The element that gets the focus after the next render, or its id. */
  const next = useRef<HTMLElement | string | null>(null);
  const captionId = useId();
  const { inputs, rules, hitPolicy } = form;
  const pages = Math.max(1, Math.ceil(rules.length / pageSize));
  const present = Math.min(page, pages);
  const names = inputs.map(nameOf);

  useEffect(() => {
    const wanted = next.current;
    next.current = null;
    const asked = typeof wanted === 'string' ? document.getElementById(wanted) : wanted;
    // A rule at the end of the table cannot move further, so its button is disabled. Focus its first cell instead, where pressing the key once more does no
    // harm.
    const element = asked?.matches(':disabled') ? asked.closest('tr')?.querySelector<HTMLElement>('input') : asked;
    if (element?.isConnected && document.activeElement !== element) element.focus();
  });

  const see = (place: number) => setPage(Math.floor(place / pageSize) + 1);
  const commands: RuleCommands = {
    change: (place, change) => onChange(ruleChanged(form, place, change)),
    move(from, to) {
      const moved = ruleMoved(form, from, to);
      if (moved === form) return;
      next.current = document.activeElement as HTMLElement | null;
      onChange(moved);
      see(to);
      setSaid(text(t.ruleMoved(to + 1)));
    },
    add(after) {
      next.current = fieldId(cellName(after + 1, 'when[0]'));
      onChange(ruleAdded(form, after));
      see(after + 1);
      setSaid(text(t.ruleAdded(after + 2)));
    },
    remove(place) {
      const left = rules.length - 1;
      next.current = left ? fieldId(cellName(Math.min(place, left - 1), 'when[0]')) : addId;
      onChange(ruleRemoved(form, place));
      setSaid(text(t.ruleRemoved(place + 1)));
    },
    focus(place, cell) {
      if (place < 0 || place >= rules.length) return;
      next.current = fieldId(cellName(place, cell));
      see(place);
      // Force a render even when the page stays the same, because the focus is set after a render.
      setSaid((words) => (words === '' ? ' ' : ''));
    },
  };
  const addId = useId();
  const isFaulty = (place: number): boolean => [...errors.keys()].some((name) => name.startsWith(`rules[${place}]`));
  const shown = rules
    .map((rule, place) => ({ rule, place }))
    .filter(({ place }) => Math.floor(place / pageSize) + 1 === present || (errors.size > 0 && isFaulty(place)));
  return (
    <>
      <Columns form={form} onChange={onChange} error={errors.get('inputs')} />
      <p className="govuk-hint" id={`${captionId}-keys`}>
        {text(t.keys)}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <div className="portal-table-region portal-dmn__region" role="region" aria-labelledby={captionId} aria-describedby={`${captionId}-keys`} tabIndex={0}>
        <table className="portal-dmn portal-dmn--edited">
          <caption id={captionId} className="govuk-visually-hidden">
            {text(t.rulesOfTable)}
          </caption>
          <thead>
            <tr>
              <PolicyCorner hitPolicy={hitPolicy} />
              {inputs.map((input, i) => (
                <InputHead key={input} first={i === 0} name={names[i] ?? input}>
                  <div className="portal-dmn__column-tools" id={fieldId(`inputs[${i}]`)}>
                    <IconButton
                      quiet
                      icon="previous"
                      label={t.columnLeft(names[i] ?? input)}
                      disabled={i === 0}
                      onClick={() => onChange(inputMoved(form, i, i - 1))}
                    />
                    <IconButton
                      quiet
                      icon="next"
                      label={t.columnRight(names[i] ?? input)}
                      disabled={i === inputs.length - 1}
                      onClick={() => onChange(inputMoved(form, i, i + 1))}
                    />
                    <IconButton
                      quiet
                      icon="close"
                      label={t.columnRemove(names[i] ?? input)}
                      disabled={inputs.length === 1}
                      onClick={() => onChange(inputRemoved(form, i))}
                    />
                  </div>
                  {errors.has(`inputs[${i}]`) ? <span className="govuk-error-message portal-dmn__fault">{errors.get(`inputs[${i}]`)}</span> : null}
                </InputHead>
              ))}
              <th scope="col" className="portal-dmn__output">
                <span className="portal-dmn__word">{text(t.so)}</span>
                {text(t.lane)}
              </th>
              <th scope="col" className="portal-dmn__output">
                {text(t.share)} %
              </th>
              <th scope="col" className="portal-dmn__annotation">
                {text(t.reasonEn)}
              </th>
              <th scope="col" className="portal-dmn__annotation">
                {text(t.reasonPt)}
              </th>
              <td className="portal-dmn__tools" />
            </tr>
          </thead>
          <tbody>
            {shown.map(({ rule, place }) => (
              <RuleRow
                key={rule.key}
                rule={rule}
                place={place}
                last={place === rules.length - 1}
                names={names}
                inputs={inputs}
                errors={errors}
                commands={commands}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div role="status" className="govuk-visually-hidden">
        {said}
      </div>
      {errors.size > 0 && pages > 1 ? <p className="govuk-hint">{text(t.notAll)}</p> : null}
      <PageSteps page={present} pages={pages} onPage={setPage} />
      <Button id={addId} variant="secondary" small onClick={() => commands.add(rules.length - 1)}>
        {text(t.addRule)}
      </Button>
    </>
  );
}

/** Adds a column. The input that its conditions test is chosen from a list. */
function Columns({ form, onChange, error }: { form: TableForm; onChange: (form: TableForm) => void; error?: string }) {
  const text = useText();
  const groups = useInputChoices();
  const [chosen, setChosen] = useState('');
  const id = fieldId('inputs');
  return (
    <div className={`govuk-form-group portal-dmn__add${error ? ' govuk-form-group--error' : ''}`}>
      <label className="govuk-label" htmlFor={id}>
        {text(t.chooseColumn)}
      </label>
      {error ? (
        <p className="govuk-error-message" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
      <div className="portal-dmn__add-line">
        <select
          id={id}
          className="govuk-select"
          value={chosen}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={({ target }) => setChosen(target.value)}
        >
          <option value="" />
          {groups.map(({ title, choices }) => (
            <optgroup key={title.en} label={text(title)}>
              {choices
                .filter(({ value }) => !form.inputs.includes(value))
                .map(({ value, name }) => (
                  <option key={value} value={value}>
                    {name}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
        <Button
          variant="secondary"
          small
          onClick={() => {
            onChange(inputAdded(form, chosen));
            setChosen('');
          }}
        >
          {text(t.addColumn)}
        </Button>
      </div>
    </div>
  );
}
