/** Reads, checks and compiles a decision table of lane rules. */
import { type Bilingual, isBlank, isDay, L } from '@portal/contract-kit';
import { asObject, type Fault, freeTextFault, unprocessable } from '@portal/service-kit';
import { type FactValue, hitPolicies, type Lane, type LaneReason, type LaneTableBody, laneInputType, specificationRule } from '../../contract/index.ts';
import { compileUnaryTest, type UnaryTest, UnaryTestFault } from './unary-test.ts';

const most = { inputs: 30, rules: 5_000, name: 200, reason: 200, size: 1_000_000 };
const codeForm = /^[A-Z0-9][A-Z0-9-]{0,39}$/;

/** A table whose conditions are compiled, ready to decide. */
export interface CompiledTable {
  code: string;
  number: number;
  inputs: readonly string[];
  first: boolean;
  rules: readonly { tests: readonly (UnaryTest | undefined)[]; lane: Lane; reason: Bilingual; share: number }[];
}

/** Draws a number of at least 0 and less than 100 for a rule. */
export type Draw = (code: string, number: number, rule: number) => number;

/** Compiles a table. @throws UnaryTestFault if a condition is not supported; tables are checked when they are written */
export const compileTable = ({ code, inputs, hitPolicy, rules }: LaneTableBody, number: number): CompiledTable => ({
  code,
  number,
  inputs,
  first: hitPolicy === 'FIRST',
  rules: rules.map(({ when, lane, reason, share = 100 }) => ({
    // Most cells of a table are empty, so `-` is compiled to nothing.
    tests: when.map((test, i) => (test.trim() === '-' ? undefined : compileUnaryTest(test, laneInputType(inputs[i] as string) ?? 'string'))),
    lane,
    reason,
    share,
  })),
});

/**
 * Returns the indices of the rules that apply.
 * @param facts the values of the table's inputs, in their order
 * @param draw returns a number of at least 0 and less than 100 for a rule, always the same for the same traveller and day
 */
export function rulesThatApply({ code, number, first, rules }: CompiledTable, facts: readonly FactValue[], draw: Draw): number[] {
  const found: number[] = [];
  for (let i = 0; i < rules.length; i++) {
    const { tests, share } = rules[i] as CompiledTable['rules'][number];
    if (!isMet(tests, facts)) continue;
    if (share < 100 && draw(code, number, i + 1) >= share) continue;
    found.push(i);
    if (first) break;
  }
  return found;
}

/** Whether all conditions of a rule are met. Performance matters: one registration evaluates up to thousands of rules. */
function isMet(tests: CompiledTable['rules'][number]['tests'], facts: readonly FactValue[]): boolean {
  for (let place = 0; place < tests.length; place++) {
    const test = tests[place];
    if (test && test(facts[place] ?? null) !== true) return false;
  }
  return true;
}

/** Returns the reasons that a table gives for the red lane. */
export function reasonsOf(table: CompiledTable, facts: readonly FactValue[], draw: Draw): LaneReason[] {
  return rulesThatApply(table, facts, draw).flatMap((i) => {
    const { lane, reason } = table.rules[i] as CompiledTable['rules'][number];
    return lane === 'RED' ? [{ ...reason, table: table.code, number: table.number, rule: i + 1 }] : [];
  });
}

/** Reads a table from a request body. @throws 422 with the errors, at most 100 */
export function readTable(body: unknown): LaneTableBody {
  const { code, name, hitPolicy = 'FIRST', inputs, rules, order = 100, effectiveFrom, expectedRed } = asObject(body);
  const faults: Fault[] = [];
  const fault = (kind: string, field: string, en: string, pt: string): void => void faults.push({ code: kind, field, message: L(en, pt) });
  if (JSON.stringify(body)?.length > most.size)
    throw unprocessable([{ code: 'MAX_LENGTH', field: 'rules', message: L('The table is too large', 'A tabela é demasiado grande') }]);
  if (isBlank(typeof code === 'string' ? code.trim() : code)) fault('REQUIRED', 'code', 'Enter a code', 'Indique um código');
  else if (typeof code !== 'string' || !codeForm.test(code))
    fault('FORMAT', 'code', 'Enter a code: A to Z, digits and dashes', 'Indique um código: A a Z, algarismos e hífenes');
  else if (code === specificationRule)
    fault('CHOICE', 'code', 'The rule of the specification has this code: enter another', 'A regra da especificação tem este código: indique outro');
  if (!hitPolicies.includes(hitPolicy as never)) fault('CHOICE', 'hitPolicy', 'FIRST or COLLECT', 'FIRST ou COLLECT');
  if (!Number.isInteger(order) || (order as number) < 0 || (order as number) > 9_999)
    fault('INTEGER', 'order', 'A whole number up to 9999', 'Um número inteiro até 9999');
  if (!isDay(effectiveFrom))
    fault(isBlank(effectiveFrom) ? 'REQUIRED' : 'DATE', 'effectiveFrom', 'Enter the first day on which it decides', 'Indique o primeiro dia em que decide');
  if (expectedRed !== undefined && expectedRed !== null && !isPercent(expectedRed))
    fault('NUMBER', 'expectedRed', 'Per cent, 0 to 100', 'Percentagem, 0 a 100');
  const names = textIn(name, 'name', L('The name', 'O nome'), most.name, faults);
  const asked = Array.isArray(inputs) ? inputs : [];
  if (asked.length === 0 || asked.length > most.inputs)
    fault(asked.length === 0 ? 'MIN_ITEMS' : 'MAX_ITEMS', 'inputs', `1 to ${most.inputs} inputs`, `1 a ${most.inputs} entradas`);
  for (const [i, input] of asked.slice(0, most.inputs).entries())
    if (typeof input !== 'string' || !laneInputType(input)) fault('CHOICE', `inputs[${i}]`, 'There is no such input', 'Esta entrada não existe');
    else if (asked.indexOf(input) < i) fault('DUPLICATE', `inputs[${i}]`, 'This input is there already', 'Esta entrada já existe');
  const lines = Array.isArray(rules) ? rules : [];
  if (!Array.isArray(rules) || lines.length > most.rules)
    fault(
      isBlank(rules) ? 'REQUIRED' : Array.isArray(rules) ? 'MAX_ITEMS' : 'CHOICE',
      'rules',
      `A list of at most ${most.rules} rules`,
      `Uma lista de no máximo ${most.rules} regras`,
    );
  const read = lines.slice(0, most.rules).map((line: unknown, i) => readRule(asObject(line), asked, `rules[${i}]`, fault, faults));
  if (faults.length) throw unprocessable(faults.slice(0, 100));
  return {
    code: code as string,
    name: names,
    hitPolicy: hitPolicy as LaneTableBody['hitPolicy'],
    inputs: asked as string[],
    rules: read,
    order: order as number,
    effectiveFrom: effectiveFrom as string,
    ...(isPercent(expectedRed) ? { expectedRed } : {}),
  };
}

type Fail = (code: string, field: string, en: string, pt: string) => void;

function readRule(
  { when, lane, reason, share }: Record<string, unknown>,
  inputs: readonly unknown[],
  field: string,
  fault: Fail,
  faults: Fault[],
): LaneTableBody['rules'][number] {
  const tests = Array.isArray(when) ? when : [];
  if (tests.length !== inputs.length) fault('MIN_ITEMS', `${field}.when`, 'A condition for each input', 'Uma condição para cada entrada');
  for (const [i, test] of tests.slice(0, inputs.length).entries()) {
    const type = typeof inputs[i] === 'string' ? laneInputType(inputs[i]) : undefined;
    if (typeof test !== 'string') fault('TEXT', `${field}.when[${i}]`, 'A condition is a text', 'Uma condição é um texto');
    else if (type)
      try {
        compileUnaryTest(test, type);
      } catch (error) {
        if (!(error instanceof UnaryTestFault)) throw error;
        fault('FORMAT', `${field}.when[${i}]`, error.words.en, error.words.pt);
      }
  }
  if (lane !== 'RED' && lane !== 'GREEN') fault('CHOICE', `${field}.lane`, 'RED or GREEN', 'RED ou GREEN');
  if (share !== undefined && share !== null && !(isPercent(share) && share > 0))
    fault('NUMBER', `${field}.share`, 'Per cent, more than 0', 'Percentagem, mais de 0');
  return {
    when: tests as string[],
    lane: lane as Lane,
    reason: textIn(reason, `${field}.reason`, L('The reason', 'O motivo'), most.reason, faults),
    ...(isPercent(share) ? { share } : {}),
  };
}

const isPercent = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 100;

const inBothLanguages = L('Enter this in both languages', 'Preencha nas duas línguas');

function textIn(value: unknown, field: string, label: Bilingual, longest: number, faults: Fault[]): Bilingual {
  const { en, pt } = asObject(value) as { en?: unknown; pt?: unknown };
  const read = (text: unknown, language: string): string => {
    const trimmed = typeof text === 'string' ? text.trim() : '';
    const wrong = freeTextFault(trimmed, `${field}.${language}`, { label, missing: inBothLanguages, most: longest });
    if (wrong) faults.push(wrong);
    return trimmed;
  };
  return { en: read(en, 'en'), pt: read(pt, 'pt') };
}
