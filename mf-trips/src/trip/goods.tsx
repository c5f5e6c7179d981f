import { fieldAt } from '@portal/contract-kit';
import { SimpleTable, useFormat } from '@portal/web-kit';
import { ComboboxField, EditableRows, IntegerField, TextField } from '@portal/web-kit/forms';
import { type GoodsRow, TripBody } from 'svc-trips/contract';
import { t } from './texts.ts';

const label = (name: string) => fieldAt(TripBody, `goods.0.${name}`)?.label ?? name;

/** A new row, as the plus button adds it. */
const emptyRow = { productCode: '', productName: '', goodDescription: '', quantity: '', value: '' };

/** The merchandise to declare. The list is empty at first. */
export function GoodsList() {
  return (
    <EditableRows
      name="goods"
      legend={t.merchandise}
      empty={emptyRow}
      minimum={0}
      addLabel={t.addGoods}
      rowLabel={t.goodsRow}
      render={(path) => (
        <>
          <ComboboxField name={`${path}.productCode`} nameField={`${path}.productName`} label={label('productCode')} catalogue="commodities" required={false} />
          <TextField name={`${path}.goodDescription`} label={label('goodDescription')} maxLength={200} required={false} />
          <IntegerField name={`${path}.quantity`} label={label('quantity')} width={5} required={false} />
          <IntegerField name={`${path}.value`} label={label('value')} width={10} required={false} />
        </>
      )}
    />
  );
}

/** The merchandise as a read-only table. */
export function GoodsTable({ rows }: { rows: readonly GoodsRow[] }) {
  const format = useFormat();
  return (
    <SimpleTable
      caption={t.goods}
      captionHidden
      empty={t.noGoods}
      rows={rows}
      rowKey={(row, index) => row.id ?? String(index)}
      columns={[
        { title: label('productCode'), render: (row) => row.productName ?? row.productCode },
        { title: label('goodDescription'), render: (row) => row.goodDescription },
        { title: label('quantity'), numeric: true, render: (row) => format.number(row.quantity) },
        { title: label('value'), numeric: true, render: (row) => format.number(row.value) },
      ]}
    />
  );
}
