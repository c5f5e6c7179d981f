/** What a row says otherwise than the declaration of the same person, which a list does not change. */
import { dropWrongTypes, isEmpty, sanitise, sentence, valueAt } from '@portal/contract-kit';
import type { Call, Fault } from '@portal/service-kit';
import { type ArrivalDeclaration, ArrivalDeclarationBody } from '../../contract/index.ts';
import type { ArrivalRow } from '../arrival/arrival.row.ts';
import type { ArrivalService } from '../arrival/arrival.service.ts';
import { answerColumns, fieldOfColumn, importColumns } from './import.columns.ts';

/** The columns by which the person was found. They may be spelt in another way. */
const found = new Set(['travellerCode', 'birthDate', 'arrivalDate']);
/** The columns that tell persons on one passport apart, such as twins. */
const names = new Set(['firstName', 'lastName']);

const compared = importColumns.filter(({ name }) => !found.has(name)).map(({ name }) => name);

type Cells = Readonly<Record<string, string>>;

/** Returns whether a row gives the same answer as a declaration. @param read the row as a declaration would store it */
function isSame(column: string, cells: Cells, read: object, declared: ArrivalDeclaration): boolean {
  const list = answerColumns.find((name) => name === column);
  // A cell with YES or NO answers every question of its list.
  if (list) return (declared[list] ?? []).every(({ answer }) => answer === cells[list]?.toUpperCase());
  const path = fieldOfColumn(column);
  const [sent, kept] = [valueAt(read, path), valueAt(declared, path)];
  return (isEmpty(sent) && isEmpty(kept)) || sent === kept;
}

/**
 * Returns a fault for each column whose answer is neither that of the declaration nor the one with which it was registered.
 * @param body the body that the row would register
 */
export async function changesNotTaken(arrivals: ArrivalService, row: ArrivalRow, cells: Cells, body: object, call: Call): Promise<Fault[]> {
  const declared = arrivals.modelOf(row);
  const read = sanitise(ArrivalDeclarationBody, body);
  dropWrongTypes(ArrivalDeclarationBody, read);
  await arrivals.definition.prepare?.(read as ArrivalDeclaration, call, declared);
  const changed = compared.filter((column) => !isSame(column, cells, read, declared));
  const first = changed.length ? await arrivals.rowOfVersion(row, 1) : null;
  const { reference } = declared.serialReference;
  return changed
    .filter((column) => !first || !isSame(column, cells, read, arrivals.modelOf(first)))
    .map((field) => ({
      code: 'DUPLICATE',
      field,
      message: names.has(field)
        ? sentence(
            'Already registered as {{reference}} with another name; this one was not taken. Somebody else with the same passport and date of birth declares with the form',
            'Já registada como {{reference}} com outro nome; este não foi aceite. Outra pessoa com o mesmo passaporte e data de nascimento declara no formulário',
            { reference },
          )
        : sentence(
            'Already registered as {{reference}}; this change was not taken. Make it in the declaration',
            'Já registada como {{reference}}; esta alteração não foi aceite. Faça-a na declaração',
            { reference },
          ),
    }));
}
