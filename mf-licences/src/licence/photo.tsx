import { PhotoField } from '@portal/web-kit/media';
import { t } from './texts.ts';

/** The holder's photo. */
export function Photo({ editable }: { editable: boolean }) {
  return <PhotoField name="photoInstance" label={t.sectionPhoto} hint={editable ? t.photoHint : undefined} required={false} readOnly={!editable} />;
}
