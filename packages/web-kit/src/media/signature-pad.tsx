import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { apiOf } from '../api/api.ts';
import { asProblem } from '../api/problem.ts';
import { Button, ButtonGroup } from '../components/button.tsx';
import { focusField } from '../components/errors.tsx';
import { ErrorText, type FieldProps, HintText, useField } from '../forms/field.tsx';
import { Bilingual } from '../language/bilingual.tsx';
import { useKitText } from '../language/i18n.ts';
import { MEDIA_API, uploadErrorLines } from './media-files.ts';
import { Picture } from './picture.tsx';
import { UploadProgress } from './upload-progress.tsx';
import { usePendingUpload } from './use-pending-upload.ts';
import { sendFile, useUpload } from './use-upload.ts';

const SIZE = { width: 600, height: 300 };

/** Draws a typed name as large as the pad allows. */
function drawName(canvas: HTMLCanvasElement, name: string): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#0b2545';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  let size = 90;
  do {
    size -= 6;
    context.font = `italic ${size}px 'Noto Sans', Georgia, serif`;
  } while (size > 18 && context.measureText(name).width > canvas.width * 0.9);
  context.fillText(name, canvas.width / 2, canvas.height / 2);
}

/** A field for a signature: drawn with finger, pen or mouse, or a typed name. It stores the id of the stored picture. */
export function SignaturePad({ name, label, hint, required, readOnly, api: prefix = MEDIA_API }: FieldProps & { api?: string }) {
  const text = useKitText();
  const field = useField(name, hint);
  const { field: control } = useController({ name });
  const canvas = useRef<HTMLCanvasElement>(null);
  const last = useRef<{ x: number; y: number }>(undefined);
  const [typed, setTyped] = useState('');
  const [marked, setMarked] = useState(false);
  const upload = useUpload((file) => control.onChange(file.id));
  const id = String(control.value ?? '');
  const sending = upload.state.at === 'sending';
  // The stored picture takes the place of the canvas, and what was drawn is gone. Without this, an empty canvas could be sent later.
  useEffect(() => {
    if (!id) return;
    setTyped('');
    setMarked(false);
  }, [id]);
  const use = () =>
    new Promise<boolean>((resolve) => {
      const send = (blob: Blob) =>
        upload.start('signature.png', (options) =>
          sendFile(apiOf(prefix), '/v1/image/eSignature', blob, 'signature.png', {}, { ...options, inNobodysName: true }),
        );
      if (canvas.current) canvas.current.toBlob((blob) => resolve(blob ? send(blob) : false), 'image/png');
      else resolve(false);
    });

  usePendingUpload({
    chosen: () => marked && !id,
    running: upload.running,
    send: use,
    failed: upload.state.at === 'failed',
    focus: () => focusField(name),
  });

  const at = (event: PointerEvent<HTMLCanvasElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: ((event.clientX - box.left) / box.width) * SIZE.width, y: ((event.clientY - box.top) / box.height) * SIZE.height };
  };
  /** Removes the error of the last upload, which does not apply to another signature. */
  const clearError = () => {
    if (upload.state.at === 'failed') upload.reset();
  };
  const start = (event: PointerEvent<HTMLCanvasElement>) => {
    clearError();
    event.currentTarget.setPointerCapture(event.pointerId);
    last.current = at(event);
  };
  const line = (event: PointerEvent<HTMLCanvasElement>) => {
    const context = canvas.current?.getContext('2d');
    const from = last.current;
    if (!context || !from) return;
    const to = at(event);
    context.strokeStyle = '#0b2545';
    context.lineWidth = 5;
    context.lineCap = 'round';
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
    context.stroke();
    last.current = to;
    setMarked(true);
  };
  const stop = () => {
    last.current = undefined;
  };
  const clear = () => {
    canvas.current?.getContext('2d')?.clearRect(0, 0, SIZE.width, SIZE.height);
    setTyped('');
    setMarked(false);
    upload.reset();
    control.onChange('');
  };

  const failed = upload.state.at === 'failed' ? uploadErrorLines(asProblem(upload.state.error), text) : [];
  const errors = [field.message, ...failed].filter((each): each is string => !!each);
  return (
    <div className={`govuk-form-group portal-signature${errors.length > 0 ? ' govuk-form-group--error' : ''}`}>
      <fieldset className="govuk-fieldset" aria-describedby={field.describedBy}>
        <legend className="govuk-fieldset__legend portal-legend">
          <Bilingual label={label} suffix={required === false ? text('field.optional') : undefined} />
        </legend>
        <HintText id={field.hintId} hint={hint ?? (readOnly ? undefined : text('media.signHint'))} />
        <div role="alert">
          {errors.map((message, index) => (
            <ErrorText key={message} id={index === 0 ? field.errorId : `${field.errorId}-${index}`} message={message} />
          ))}
        </div>
        {id ? <Picture api={apiOf(prefix)} uid={id} alt={text('media.signAlt')} className="portal-signature__kept" /> : null}
        {readOnly || id ? null : (
          <>
            <canvas
              ref={canvas}
              className="portal-signature__paper"
              width={SIZE.width}
              height={SIZE.height}
              role="img"
              aria-label={text('media.drawn')}
              onPointerDown={start}
              onPointerMove={line}
              onPointerUp={stop}
              onPointerCancel={stop}
            />
            <label className="govuk-label" htmlFor={field.id}>
              {text('media.signType')}
            </label>
            <input
              ref={control.ref}
              id={field.id}
              className="govuk-input govuk-input--width-20"
              autoComplete="name"
              value={typed}
              onChange={(event) => {
                clearError();
                setTyped(event.target.value);
                setMarked(event.target.value.trim() !== '');
                if (canvas.current) drawName(canvas.current, event.target.value);
              }}
            />
          </>
        )}
        {readOnly ? null : (
          <ButtonGroup>
            {id ? null : (
              <Button variant="secondary" onClick={use} disabled={!marked} busy={sending}>
                {text('media.signUse')}
              </Button>
            )}
            <Button variant="link" onClick={clear}>
              {text('media.signClear')}
            </Button>
          </ButtonGroup>
        )}
        <UploadProgress state={upload.state} onCancel={upload.cancel} onRetry={upload.retry} />
      </fieldset>
    </div>
  );
}
