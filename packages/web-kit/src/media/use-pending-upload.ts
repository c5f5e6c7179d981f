import { useEffect, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { FieldUpload, type FieldUploadState } from './field-upload.ts';
import { addPendingUpload } from './pending-uploads.ts';

/**
 * Makes the form around a field wait for the field's upload: whatever sends the form uploads a chosen file first. A field that stops the form takes the focus,
 * because it may be far away from the button that was pressed.
 */
export function usePendingUpload(state: FieldUploadState): void {
  const { control } = useFormContext();
  const latest = useRef(state);
  latest.current = state;
  const [stops, setStops] = useState(0);
  const [upload] = useState(
    () =>
      new FieldUpload(
        () => latest.current,
        () => setStops((before) => before + 1),
      ),
  );
  useEffect(() => addPendingUpload({ control }, upload), [control, upload]);
  // The error is on the screen now, and the control can take the focus again. A collapsed part cannot be opened while an effect runs.
  useEffect(() => {
    if (stops > 0) queueMicrotask(() => latest.current.focus());
  }, [stops]);
  const { failed } = state;
  useEffect(() => {
    if (!failed) upload.reset();
  }, [failed, upload]);
}
