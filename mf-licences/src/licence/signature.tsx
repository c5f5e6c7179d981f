import { SignaturePad } from '@portal/web-kit/media';
import { t } from './texts.ts';

/** The applicant's signature. */
export function Signature({ editable }: { editable: boolean }) {
  return <SignaturePad name="signature" label={t.sectionSignature} required={editable ? false : undefined} readOnly={!editable} />;
}
