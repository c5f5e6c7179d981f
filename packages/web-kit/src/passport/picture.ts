import { fitWithin } from '../scan/camera.ts';

/** The longest side of a photo that is read, in pixels: enough for a document that fills half of the photo. */
const PHOTO_SIDE = 2400;
const FRAME_SIDE = 1600;

function pixelsOf(source: CanvasImageSource, width: number, height: number, side: number): ImageData | undefined {
  const size = fitWithin(width, height, side);
  if (size.width === 0 || size.height === 0) return undefined;
  const canvas = document.createElement('canvas');
  Object.assign(canvas, size);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return undefined;
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, 0, 0, size.width, size.height);
  return context.getImageData(0, 0, size.width, size.height);
}

/** Returns the pixels of a photo, turned upright by the orientation that the camera noted. Rejects if the browser cannot read the file as a picture. */
export async function pixelsOfPhoto(file: File): Promise<ImageData | undefined> {
  const bitmap = await createImageBitmap(file);
  try {
    return pixelsOf(bitmap, bitmap.width, bitmap.height, PHOTO_SIDE);
  } finally {
    bitmap.close();
  }
}

/** Returns the pixels of what the camera shows now. */
export const pixelsOfFrame = (video: HTMLVideoElement): ImageData | undefined =>
  video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || document.hidden ? undefined : pixelsOf(video, video.videoWidth, video.videoHeight, FRAME_SIDE);
