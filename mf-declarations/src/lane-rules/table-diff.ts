/** Compares two versions of a lane table. */
import type { LaneRule, LaneTableBody } from 'svc-declarations/contract';

/** A rule of one or of both versions. */
export interface RuleChange {
  kind: 'same' | 'changed' | 'added' | 'removed';
  /** Positions in the two versions, from 1. */
  before?: { place: number; rule: LaneRule };
  after?: { place: number; rule: LaneRule };
}

const conditions = ({ inputs }: Pick<LaneTableBody, 'inputs'>, { when }: LaneRule): Record<string, string> =>
  Object.fromEntries(inputs.map((input, i) => [input, when[i] ?? '-']));

/** Returns the condition of a rule on an input; any value (`-`) if its table does not have this input. */
export const conditionOn = (table: Pick<LaneTableBody, 'inputs'>, rule: LaneRule, input: string): string => conditions(table, rule)[input] ?? '-';

/** Returns the inputs of both versions, those of the later version first. */
export const inputsOf = (before: LaneTableBody, after: LaneTableBody): string[] => [...new Set([...after.inputs, ...before.inputs])];

/** Largest number of rules in each version that are compared by their order: the comparison takes time and memory for the product of both numbers. */
const mostCompared = 2_000;

/**
 * Pairs the rules of two versions. Rules that are equal and in the same order are paired as `same`. Rules between two such pairs that stand side by side in
 * both versions count as changed.
 */
export function ruleChanges(before: LaneTableBody, after: LaneTableBody): RuleChange[] {
  const inputs = inputsOf(before, after);
  const keyOf = (table: LaneTableBody, rule: LaneRule): string =>
    JSON.stringify([inputs.map((input) => conditionOn(table, rule, input)), rule.lane, rule.reason.en, rule.reason.pt, rule.share ?? 100]);
  const [a, b] = [before.rules.map((rule) => keyOf(before, rule)), after.rules.map((rule) => keyOf(after, rule))];
  const changes: RuleChange[] = [];
  const of = (table: LaneTableBody, place: number) => ({ place: place + 1, rule: table.rules[place] as LaneRule });
  let [i, j] = [0, 0];
  const between = (endA: number, endB: number): void => {
    for (; i < endA || j < endB; i++, j++) {
      const [was, is] = [i < endA ? of(before, i) : undefined, j < endB ? of(after, j) : undefined];
      changes.push({ kind: was && is ? 'changed' : was ? 'removed' : 'added', ...(was ? { before: was } : {}), ...(is ? { after: is } : {}) });
    }
    [i, j] = [endA, endB];
  };
  for (const [atA, atB] of pairs(a, b)) {
    between(atA, atB);
    changes.push({ kind: 'same', before: of(before, atA), after: of(after, atB) });
    [i, j] = [atA + 1, atB + 1];
  }
  between(a.length, b.length);
  return changes;
}

/** Returns the positions of the longest common subsequence of two lists. For long lists only the common beginning and the common end are used. */
function pairs(a: readonly string[], b: readonly string[]): [number, number][] {
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const [restA, restB] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
  const found: [number, number][] = Array.from({ length: head }, (_, n) => [n, n]);
  if (restA.length <= mostCompared && restB.length <= mostCompared) {
    const longest = Array.from({ length: restA.length + 1 }, () => new Uint16Array(restB.length + 1));
    const at = (i: number, j: number): number => longest[i]?.[j] ?? 0;
    for (let i = restA.length - 1; i >= 0; i--)
      for (let j = restB.length - 1; j >= 0; j--)
        (longest[i] as Uint16Array)[j] = restA[i] === restB[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    for (let i = 0, j = 0; i < restA.length && j < restB.length; )
      if (restA[i] === restB[j]) found.push([head + i++, head + j++]);
      else if (at(i + 1, j) >= at(i, j + 1)) i++;
      else j++;
  }
  for (let n = tail; n > 0; n--) found.push([a.length - n, b.length - n]);
  return found;
}
