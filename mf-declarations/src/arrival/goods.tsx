import { SimpleTable, useFormat, useText } from '@portal/web-kit';
import { ComboboxField, EditableRows, type FieldSpec, IntegerField, TextField } from '@portal/web-kit/forms';
import { GoodsRow } from 'svc-declarations/contract';
import { declarationFields } from '../shared/declaration-fields.ts';
import { t } from './texts.ts';

const field = declarationFields(GoodsRow);
const description = field('description');
const quantity = field('quantity');
const value = field('value');
const currency = field('currencyCode');

/** A new blank row. */
export const emptyGoods: Record<string, unknown> = { description: '', quantity: '', value: '', currencyCode: '' };

const at = (path: string, spec: FieldSpec) => ({ name: `${path}.${spec.name}`, label: spec.label, required: false });

/** The declared goods: editable rows, at least one, or a read-only table. */
export function GoodsTable({ editable, rows }: { editable: boolean; rows: unknown }) {
  const text = useText();
  const format = useFormat();
  if (!editable) {
    const goods = ((rows as GoodsRow[] | undefined) ?? []).filter((row) => row.description);
    return (
      <SimpleTable
        caption={t.goodsRow}
        captionHidden
        columns={[
          { title: description.label, render: (row: GoodsRow) => row.description },
          { title: quantity.label, numeric: true, render: (row) => format.number(row.quantity) },
          { title: value.label, numeric: true, render: (row) => [format.number(row.value), row.currencyCode].filter(Boolean).join(' ') },
        ]}
        rows={goods}
        empty={{ en: 'No goods declared', pt: 'Nenhum bem declarado' }}
      />
    );
  }
  return (
    <EditableRows
      name="goods"
      legend={t.goodsRow}
      rowLabel={text(t.goodsRow)}
      addLabel={t.addGoods}
      empty={emptyGoods}
      render={(path) => (
        <>
          <TextField {...at(path, description)} required />
          <IntegerField {...at(path, quantity)} width={5} />
          <IntegerField {...at(path, value)} width={10} />
          <ComboboxField {...at(path, currency)} catalogue="currencies" />
        </>
      )}
    />
  );
}
