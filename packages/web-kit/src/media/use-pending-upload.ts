import { useEffect, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { FieldUpload, type FieldUploadState } from './field-upload.ts';
import { addPendingUpload } from './pending-uploads.ts';

/** Makes the form around a field wait for the field's upload: whatever sends the form uploads a chosen file first. */
export function usePendingUpload(state: FieldUploadState): void {
  const { control } = useFormContext();
  const latest = useRef(state);
  latest.current = state;
  useEffect(() => addPendingUpload({ control }, new FieldUpload(() => latest.current)), [control]);
}
