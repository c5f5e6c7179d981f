import { SimpleTable, useFormat, useText } from '@portal/web-kit';
import { EditableRows, SpecField, screenField } from '@portal/web-kit/forms';
import { GoodsRow, goodsRows } from 'svc-declarations/contract';
import { declarationFields } from '../shared/declaration-fields.ts';

const field = declarationFields(GoodsRow);
const description = field('description');
const quantity = field('quantity');
const value = field('value');
const fields = goodsRows.fields.map((each) => screenField(field, each));

/** A new blank row. */
export const emptyGoods: Record<string, unknown> = Object.fromEntries(fields.map(({ name }) => [name, '']));

/** The declared goods: editable rows, at least one, or a read-only table. */
export function GoodsTable({ editable, rows }: { editable: boolean; rows: unknown }) {
  const text = useText();
  const format = useFormat();
  if (!editable) {
    const goods = ((rows as GoodsRow[] | undefined) ?? []).filter((row) => row.description);
    return (
      <SimpleTable
        caption={goodsRows.title}
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
      legend={goodsRows.title}
      rowLabel={text(goodsRows.title)}
      addLabel={goodsRows.add}
      empty={emptyGoods}
      render={(path) => (
        <>
          {fields.map((spec) => (
            <SpecField key={spec.name} field={{ ...spec, name: `${path}.${spec.name}` }} model={{}} mode="" />
          ))}
        </>
      )}
    />
  );
}
