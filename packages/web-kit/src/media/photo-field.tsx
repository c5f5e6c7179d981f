import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { apiOf } from '../api/api.ts';
import { asProblem } from '../api/problem.ts';
import { Button } from '../components/button.tsx';
import { focusField } from '../components/errors.tsx';
import { fieldId } from '../components/page-error.ts';
import { ErrorText, type FieldProps, HintText, useField } from '../forms/field.tsx';
import { Bilingual } from '../language/bilingual.tsx';
import { useKitText } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';
import { isPicture, MEDIA_API, PICTURE_TYPES, uploadErrorLines } from './media-files.ts';
import { PHOTO, PhotoCropper } from './photo-cropper.tsx';
import { Picture, uploadedPicture } from './picture.tsx';
import { UploadProgress } from './upload-progress.tsx';
import { usePendingUpload } from './use-pending-upload.ts';
import { sendFile, useUpload } from './use-upload.ts';

/** The scope under which the service stores photos. */
const SCOPE = 'profile';

/** A field for the holder's photo: choose, frame, send. It stores the id of the stored picture. */
export function PhotoField({
  name,
  label,
  hint: given,
  required,
  readOnly,
  api: prefix = MEDIA_API,
}: Omit<FieldProps, 'label'> & { label?: Label; api?: string }) {
  const text = useKitText();
  const hint = given ?? (readOnly ? undefined : 'media.photoHint');
  const field = useField(name, hint);
  const { field: control } = useController({ name });
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ImageBitmap>();
  const [refused, setRefused] = useState('');
  const queries = useQueryClient();
  const upload = useUpload((file) => {
    const known = uploadedPicture(file);
    if (known) queries.setQueryData(...known);
    control.onChange(file.id);
    setPicture(undefined);
  });
  const usePhoto = useRef<() => Promise<boolean>>(null);
  usePendingUpload({
    chosen: () => picture !== undefined,
    running: upload.running,
    send: async () => (await usePhoto.current?.()) ?? false,
    failed: upload.state.at === 'failed',
    focus: () => focusField(name),
  });
  const id = String(control.value ?? '');
  const title: Label = label ?? { en: 'Photo', pt: 'Fotografia' };

  const choose = async (file: File | undefined) => {
    if (!file) return;
    upload.reset();
    setRefused('');
    try {
      if (!isPicture(file)) throw new TypeError(file.type);
      setPicture(await createImageBitmap(file));
    } catch {
      // The file is not a picture, whatever its name says, or the browser cannot read its format.
      setPicture(undefined);
      setRefused(text('media.photoType'));
    }
    if (input.current) input.current.value = '';
  };

  const failed = upload.state.at === 'failed' ? uploadErrorLines(asProblem(upload.state.error), text) : [];
  const errors = [field.message, refused, ...failed].filter((line): line is string => !!line);
  return (
    <div className={`govuk-form-group${errors.length > 0 ? ' govuk-form-group--error' : ''}`}>
      {readOnly ? (
        <p className="govuk-label">
          <Bilingual label={title} />
        </p>
      ) : (
        <label className="govuk-label" htmlFor={fieldId(name)}>
          <Bilingual label={title} suffix={required === false ? text('field.optional') : undefined} />
        </label>
      )}
      <HintText id={field.hintId} hint={hint} />
      <div role="alert">
        {errors.map((line, index) => (
          <ErrorText key={line} id={index === 0 ? field.errorId : `${field.errorId}-${index}`} message={line} />
        ))}
      </div>
      {picture ? (
        <PhotoCropper
          ref={usePhoto}
          picture={picture}
          onCancel={() => setPicture(undefined)}
          onUse={(photo) =>
            upload.start('photo.jpg', (options) =>
              sendFile(
                apiOf(prefix),
                '/v1/image/photoUpload',
                photo,
                'photo.jpg',
                { width: String(PHOTO.width), height: String(PHOTO.height), scope: SCOPE },
                { ...options, inNobodysName: true },
              ),
            )
          }
        />
      ) : id ? (
        <Picture api={apiOf(prefix)} uid={id} alt={text('media.photoAlt')} className="portal-photo" />
      ) : (
        <div className="portal-photo" aria-hidden="true" />
      )}
      {readOnly ? null : (
        <>
          <input
            ref={input}
            className="govuk-file-upload"
            id={fieldId(name)}
            type="file"
            accept={PICTURE_TYPES.join(',')}
            aria-describedby={[hint ? field.hintId : '', errors.length > 0 ? field.errorId : ''].filter(Boolean).join(' ') || undefined}
            aria-invalid={errors.length > 0 || undefined}
            onChange={(event) => void choose(event.target.files?.[0])}
          />
          <UploadProgress state={upload.state} onCancel={upload.cancel} onRetry={upload.retry} />
          {id && !picture ? (
            <Button variant="link" onClick={() => control.onChange('')}>
              {text('media.remove')}
              <span className="govuk-visually-hidden"> {text('media.photo')}</span>
            </Button>
          ) : null}
        </>
      )}
    </div>
  );
}
