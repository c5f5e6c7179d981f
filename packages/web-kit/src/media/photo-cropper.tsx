import { type PointerEvent, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { Button, ButtonGroup } from '../components/button.tsx';
import { useKitText } from '../language/i18n.ts';
import { type Crop, centred, cropRectangle, dragCrop, MOST_ZOOM } from './crop.ts';

/** Size in pixels at which the service stores the photo; passport format. */
export const PHOTO = { width: 112, height: 150 };
const PREVIEW = { width: PHOTO.width * 2, height: PHOTO.height * 2 };
/**
 * Size in pixels at which the photo is sent. It is larger than the stored photo, because the service scales it down itself and needs enough detail for a sharp
 * one.
 */
const SENT = { width: PHOTO.width * 4, height: PHOTO.height * 4 };

function draw(canvas: HTMLCanvasElement, picture: CanvasImageSource & { width: number; height: number }, crop: Crop): void {
  const box = cropRectangle(picture, PHOTO, crop);
  const context = canvas.getContext('2d');
  if (!context) return;
  // A transparent photo is drawn on white, because JPEG would make it black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, box.left, box.top, box.width, box.height, 0, 0, canvas.width, canvas.height);
}

interface PhotoCropperProps {
  /** Receives a function that uses the photo as it is framed now. It returns what `onUse` returns, or false if there is no photo. */
  ref?: Ref<() => Promise<boolean>>;
  picture: ImageBitmap;
  onUse: (photo: Blob) => Promise<boolean>;
  onCancel: () => void;
}

/** Lets the user frame the face, by dragging or with three sliders. */
export function PhotoCropper({ ref, picture, onUse, onCancel }: PhotoCropperProps) {
  const text = useKitText();
  const id = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const from = useRef<{ x: number; y: number; crop: Crop }>(undefined);
  const [crop, setCrop] = useState<Crop>(centred);
  useEffect(() => {
    if (canvas.current) draw(canvas.current, picture, crop);
  }, [picture, crop]);

  const grab = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, y: event.clientY, crop };
  };
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    const start = from.current;
    if (start) setCrop(dragCrop(picture, PREVIEW, start.crop, { x: event.clientX - start.x, y: event.clientY - start.y }));
  };
  const drop = () => {
    from.current = undefined;
  };
  const use = () =>
    new Promise<boolean>((resolve) => {
      const large = document.createElement('canvas');
      Object.assign(large, SENT);
      draw(large, picture, crop);
      large.toBlob((blob) => resolve(blob ? onUse(blob) : false), 'image/jpeg', 0.92);
    });
  useImperativeHandle(ref, () => use);
  const sliders = [
    { key: 'zoom', label: text('media.zoom'), min: 1, max: MOST_ZOOM },
    { key: 'x', label: text('media.left'), min: -1, max: 1 },
    { key: 'y', label: text('media.up'), min: -1, max: 1 },
  ] as const;
  return (
    <div className="portal-cropper">
      <canvas
        ref={canvas}
        className="portal-cropper__frame"
        width={PREVIEW.width}
        height={PREVIEW.height}
        role="img"
        aria-label={text('media.photoAlt')}
        onPointerDown={grab}
        onPointerMove={move}
        onPointerUp={drop}
        onPointerCancel={drop}
      />
      <div className="portal-cropper__controls">
        {sliders.map((slider) => (
          <div key={slider.key} className="portal-cropper__slider">
            <label className="govuk-label" htmlFor={`${id}-${slider.key}`}>
              {slider.label}
            </label>
            <input
              id={`${id}-${slider.key}`}
              type="range"
              min={slider.min}
              max={slider.max}
              step={0.05}
              value={crop[slider.key]}
              onChange={(event) => setCrop({ ...crop, [slider.key]: Number(event.target.value) })}
            />
          </div>
        ))}
        <ButtonGroup>
          <Button onClick={use}>{text('media.usePhoto')}</Button>
          <Button variant="secondary" onClick={onCancel}>
            {text('action.cancel')}
          </Button>
        </ButtonGroup>
      </div>
    </div>
  );
}
