/** For tests only: bodies in which one field of a contract has a value of a wrong type. */
import { type ContractClass, type FieldKind, fieldsOf } from '@portal/contract-kit';

type Plain = Record<string, unknown>;

/** Values that are wrong for a kind of field. Some values of another type are right, such as a number as digits. */
const wrongForText: readonly unknown[] = [7, ['TEXT'], { a: 1 }];
const wrongValues: Readonly<Record<FieldKind, readonly unknown[]>> = {
  text: wrongForText,
  choice: wrongForText,
  date: wrongForText,
  dateTime: wrongForText,
  digits: [true, ['7'], { a: 1 }],
  integer: ['TEXT', [7], { a: 1 }],
  boolean: [7, [true], { a: 1 }],
  object: [7, 'TEXT', [{}]],
  list: [7, 'TEXT', { a: 1 }],
};
const wrongRows: readonly unknown[] = [7, 'TEXT', null, []];

interface WrongBody {
  /** The path of the wrong value. */
  field: string;
  value: unknown;
  body: Plain;
}

/**
 * Returns a body for each field that a client may send, those of objects and of the first row of lists too, with a wrong value. Fields of the same kind take
 * turns with the wrong values, because each body costs a call.
 */
function wrongBodies(contract: ContractClass, valid: Plain): WrongBody[] {
  return fieldsOf(contract).flatMap(({ name, kind, type, serverSet }, place): WrongBody[] => {
    if (serverSet) return [];
    const inTurn = (values: readonly unknown[]): unknown => values[place % values.length];
    const value = inTurn(wrongValues[kind]);
    const wrong = { field: name, value, body: { ...valid, [name]: value } };
    if (!type) return [wrong];
    const isList = kind === 'list';
    const [part = {}, ...others] = [valid[name] ?? []].flat() as Plain[];
    const at = isList ? `${name}.0` : name;
    const withPart = (changed: unknown): Plain => ({ ...valid, [name]: isList ? [changed, ...others] : changed });
    const row = inTurn(wrongRows);
    return [
      wrong,
      ...(isList ? [{ field: at, value: row, body: withPart(row) }] : []),
      ...wrongBodies(type(), part).map((below) => ({ ...below, field: `${at}.${below.field}`, body: withPart(below.body) })),
    ];
  });
}

interface Refusal {
  status: number;
  body: { errors?: readonly { field?: string }[] };
}

/**
 * Sends a wrong value of each field.
 * @returns a line for each answer that is not 422, or whose errors name neither the field, nor what is in it, nor the question that it leaves unanswered
 */
export async function acceptedTypes(contract: ContractClass, valid: Plain, send: (body: Plain) => Promise<Refusal>): Promise<string[]> {
  const found: string[] = [];
  for (const { field, value, body: wrong } of wrongBodies(contract, valid)) {
    const { status, body } = await send(wrong);
    const named = (body.errors ?? []).map((error) => error.field ?? '');
    if (
      status !== 422 ||
      !named.some((name) => name === field || name.startsWith(`${field}.`) || (/^questions\.\d+$/.test(name) && field.startsWith(`${name}.`)))
    )
      found.push(`${field} ${JSON.stringify(value)}: ${status} ${named.join(', ')}`);
  }
  return found;
}
