import { fieldId, IconButton, useText } from '@portal/web-kit';
import type { KeyboardEvent } from 'react';
import type { Lane, LaneRule } from 'svc-declarations/contract';
import type { FormRule } from './table-form.ts';
import { t } from './texts.ts';

/** Operations on the rules of a table. */
export interface RuleCommands {
  change(place: number, change: Partial<LaneRule>): void;
  move(from: number, to: number): void;
  /** Adds a rule after the given position; -1 adds it at the beginning. */
  add(after: number): void;
  remove(place: number): void;
  /** Moves the focus to a cell of a rule. `cell` is the last part of the cell's name. */
  focus(place: number, cell: string): void;
}

/** Returns the name of a cell, as the service writes it in an error. */
export const cellName = (place: number, cell: string): string => `rules[${place}].${cell}`;

interface CellProps {
  place: number;
  cell: string;
  label: string;
  error?: string;
  value: string;
  onChange(value: string): void;
  commands: RuleCommands;
  className?: string;
}

/** Handles the keys in a cell: they move the focus from rule to rule, and move, add and remove rules. */
function onKey(event: KeyboardEvent<HTMLElement>, place: number, cell: string, { move, add, remove, focus }: RuleCommands): void {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
  const control = ctrlKey || metaKey;
  const command =
    key === 'Enter' && control
      ? () => add(place)
      : key === 'Enter'
        ? () => focus(place + (shiftKey ? -1 : 1), cell)
        : altKey && (key === 'ArrowUp' || key === 'ArrowDown')
          ? () => move(place, place + (key === 'ArrowUp' ? -1 : 1))
          : control && key === 'Delete'
            ? () => remove(place)
            : undefined;
  if (!command) return;
  event.preventDefault();
  command();
}

function Fault({ id, error }: { id: string; error?: string }) {
  return error ? (
    <span className="govuk-error-message portal-dmn__fault" id={`${id}-error`}>
      {error}
    </span>
  ) : null;
}

function TextCell({ place, cell, label, error, value, onChange, commands, className = '' }: CellProps) {
  const id = fieldId(cellName(place, cell));
  return (
    <>
      <input
        id={id}
        className={`govuk-input portal-dmn__cell ${className}${error ? ' govuk-input--error' : ''}`}
        type="text"
        autoComplete="off"
        spellCheck={cell.startsWith('reason')}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => onKey(event, place, cell, commands)}
      />
      <Fault id={id} error={error} />
    </>
  );
}

/** One rule of a table that is being written. */
export function RuleRow({
  rule,
  place,
  last,
  names,
  inputs,
  errors,
  commands,
}: {
  rule: FormRule;
  place: number;
  /** Whether this is the last rule of the table. */
  last: boolean;
  /** Names of the inputs in the reader's language. */
  names: readonly string[];
  inputs: readonly string[];
  /** Error messages by the name of the field. */
  errors: ReadonlyMap<string, string>;
  commands: RuleCommands;
}) {
  const text = useText();
  const number = place + 1;
  const label = (name: string) => text(t.cell(number, name));
  const error = (cell: string) => errors.get(cellName(place, cell));
  const laneId = fieldId(cellName(place, 'lane'));
  return (
    <tr>
      <th scope="row">
        <span className="govuk-visually-hidden">{text(t.rule)} </span>
        {number}
      </th>
      {inputs.map((input, i) => (
        <td key={input} className="portal-dmn__input">
          <TextCell
            place={place}
            cell={`when[${i}]`}
            label={label(names[i] ?? input)}
            error={error(`when[${i}]`)}
            value={rule.when[i] ?? ''}
            onChange={(test) => commands.change(place, { when: rule.when.with(i, test) })}
            commands={commands}
            className="portal-dmn__cell--code"
          />
        </td>
      ))}
      <td className="portal-dmn__output">
        <select
          id={laneId}
          className="govuk-select portal-dmn__cell portal-dmn__cell--lane"
          aria-label={label(text(t.lane))}
          value={rule.lane}
          onChange={({ target }) => commands.change(place, { lane: target.value as Lane })}
          onKeyDown={(event) => onKey(event, place, 'lane', commands)}
        >
          <option value="RED">{text(t.RED)}</option>
          <option value="GREEN">{text(t.GREEN)}</option>
        </select>
        <Fault id={laneId} error={error('lane')} />
      </td>
      <td className="portal-dmn__output">
        <TextCell
          place={place}
          cell="share"
          label={label(`${text(t.share)}, %`)}
          error={error('share')}
          value={rule.share === undefined ? '100' : String(rule.share)}
          // Text that is not a number is sent unchanged, so that the service reports the field.
          onChange={(share) => commands.change(place, { share: /^\d+(\.\d+)?$/.test(share) ? Number(share) : (share as never) })}
          commands={commands}
          className="portal-dmn__cell--share"
        />
      </td>
      {(['en', 'pt'] as const).map((language) => (
        <td key={language} className="portal-dmn__annotation">
          <TextCell
            place={place}
            cell={`reason.${language}`}
            label={label(text(language === 'en' ? t.reasonEn : t.reasonPt))}
            error={error(`reason.${language}`)}
            value={rule.reason[language]}
            onChange={(words) => commands.change(place, { reason: { ...rule.reason, [language]: words } })}
            commands={commands}
            className="portal-dmn__cell--reason"
          />
        </td>
      ))}
      <td className="portal-dmn__tools">
        <div>
          <IconButton quiet icon="up" label={t.ruleUp(number)} disabled={place === 0} onClick={() => commands.move(place, place - 1)} />
          <IconButton quiet icon="down" label={t.ruleDown(number)} disabled={last} onClick={() => commands.move(place, place + 1)} />
          <IconButton quiet icon="add" label={t.ruleBelow(number)} onClick={() => commands.add(place)} />
          <IconButton quiet icon="close" label={t.ruleRemove(number)} onClick={() => commands.remove(place)} />
        </div>
      </td>
    </tr>
  );
}
