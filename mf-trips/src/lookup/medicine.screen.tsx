import type { CatalogueRecord, ListResult } from '@portal/contract-kit';
import { recordName, SimpleTable, useApi, useLanguage, useText } from '@portal/web-kit';
import { LookupPage } from './lookup-page.tsx';
import { l } from './texts.ts';

/** Looks up medicines by their code or by part of their name. */
export default function MedicineScreen() {
  const api = useApi('/api/reference');
  const text = useText();
  const { language } = useLanguage();
  const find = async (entered: string): Promise<CatalogueRecord[]> => {
    const path = `/v1/medicine/item/${encodeURIComponent(entered)}`;
    const byCode = await api.get<ListResult<CatalogueRecord>>(`${path}/searchItemByCode`);
    return byCode.totalRecords > 0 ? byCode.records : (await api.get<ListResult<CatalogueRecord>>(`${path}/searchItems`)).records;
  };
  return (
    <LookupPage title={l.medicineTitle} intro={l.medicineIntro} label={l.medicine} missing={l.enterMedicine} minimum={2} find={find}>
      {(records) => (
        <SimpleTable
          caption={l.found}
          empty={l.nothing}
          rows={records}
          rowKey={(row) => row.code}
          columns={[
            { title: l.code, render: (row) => row.code },
            { title: l.name, render: (row) => recordName(row, language) },
            { title: l.form, render: (row) => String((row.forms as Record<string, string> | undefined)?.[language] ?? row.form ?? '') },
            { title: l.strength, render: (row) => String(row.strength ?? '') },
            { title: l.atcCode, render: (row) => String(row.atcCode ?? '') },
            { title: l.prescription, render: (row) => text(row.prescription ? l.needed : l.notNeeded) },
          ]}
        />
      )}
    </LookupPage>
  );
}
