import { useEffect, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { FieldUpload, type FieldUploadState } from './field-upload.ts';
import { addPendingUpload } from './pending-uploads.ts';

/** Makes the form around a field wait for the field's upload: whatever sends the form uploads a chosen file first. */
export function usePendingUpload(state: FieldUploadState): void {
  const { control } = useFormContext();
  const latest = useRef(state);
  latest.current = state;
  const [upload] = useState(() => new FieldUpload(() => latest.current));
  useEffect(() => addPendingUpload({ control }, upload), [control, upload]);
  const { failed } = state;
  useEffect(() => {
    if (!failed) upload.reset();
  }, [failed, upload]);
}
