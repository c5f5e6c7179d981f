import { NotFound, Pending, RequireRole, useParams, useSession } from '@portal/web-kit';
import { Desk, DocumentPage, OpeningCase } from '@portal/web-kit/staff';
import { memo } from 'react';
import { type LicenceMode, type LicenceStatus, licenceModes, statusLabels } from 'svc-licences/contract';
import { desks } from './desks.ts';
import { type LicenceEnvelope, licenceKind, staffBase, useLicence } from './licence.api.ts';
import LicenceListScreen from './list.screen.tsx';
import { t } from './texts.ts';
import { useLicenceDocument } from './use-licence-document.tsx';

const isMode = (mode: string): mode is LicenceMode => (licenceModes as readonly string[]).includes(mode) && mode !== 'register';
const entering = ['professional-license-store', 'professional-license-submit'];
const reading = ['professional-license-read'];

/** A licence, or its row in a list. */
type Named = { holderName?: string };

/** Lists from which a licence is opened. */
const lists = {
  [staffBase]: <LicenceListScreen />,
  ...Object.fromEntries(desks.map(({ name }) => [`${staffBase}/waiting/${name}`, <LicenceListScreen key={name} of={name} />])),
};

/** Shows a licence to officers, in the mode that the address names; `new` starts a new one. */
export default function LicenceDocumentScreen() {
  const { action = 'new', id } = useParams();
  if (!isMode(action) || (action === 'new' && id)) return <NotFound />;
  return (
    <RequireRole anyOf={action === 'new' ? entering : [...reading, ...entering]}>
      <Desk
        kind={licenceKind}
        base={staffBase}
        mode={action}
        lists={lists}
        draw={(other, mode) => <Loaded key={`${mode}/${other ?? ''}`} mode={mode as LicenceMode} id={other} />}
      />
    </RequireRole>
  );
}

const Loaded = memo(function Loaded({ mode, id }: { mode: LicenceMode; id?: string }) {
  const loaded = useLicence(id);
  if (loaded.data) return <Document mode={mode} envelope={loaded.data} reload={() => void loaded.refetch()} />;
  return (
    <OpeningCase id={id} service={t.service} nameOf={(row: Named) => row.holderName} statusLabels={statusLabels} backTo={staffBase}>
      <Pending query={loaded} />
    </OpeningCase>
  );
});

function Document({ mode, envelope, reload }: { mode: LicenceMode; envelope: LicenceEnvelope; reload(): void }) {
  const { hasAnyRole } = useSession();
  const { model } = envelope;
  const { errors, summary, panel } = useLicenceDocument({ envelope, mode, base: staffBase, reload, withHistory: hasAnyRole(reading) });
  return (
    <DocumentPage
      title={mode === 'new' ? t.newTitle : model.holderName || t.service}
      caption={model.serialReference?.reference}
      status={model.documentStatus}
      statusLabel={statusLabels[model.documentStatus as LicenceStatus]}
      backTo={staffBase}
      errors={errors}
      summary={summary}
      panel={panel}
    />
  );
}
