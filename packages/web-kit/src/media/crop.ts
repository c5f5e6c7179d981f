export interface Size {
  width: number;
  height: number;
}

/** Which part of a picture is kept: how much it is enlarged (from 1), and where the frame stands (-1 to 1, 0 is the middle). */
export interface Crop {
  zoom: number;
  x: number;
  y: number;
}

export const centred: Crop = { zoom: 1, x: 0, y: 0 };
export const MOST_ZOOM = 4;

const between = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value));

export const clampCrop = ({ zoom, x, y }: Crop): Crop => ({ zoom: between(1, zoom, MOST_ZOOM), x: between(-1, x, 1), y: between(-1, y, 1) });

/** The part of the picture, in its pixels, that fills a frame of that shape; it never reaches past an edge. */
export function cropRectangle(picture: Size, frame: Size, crop: Crop): Size & { left: number; top: number } {
  const { zoom, x, y } = clampCrop(crop);
  const scale = Math.min(picture.width / frame.width, picture.height / frame.height) / zoom;
  const width = frame.width * scale;
  const height = frame.height * scale;
  return { left: ((picture.width - width) / 2) * (1 + x), top: ((picture.height - height) / 2) * (1 + y), width, height };
}

/** The crop after the picture was dragged by so many pixels of the frame as it is shown. */
export function dragCrop(picture: Size, frame: Size, crop: Crop, by: { x: number; y: number }): Crop {
  const part = cropRectangle(picture, frame, crop);
  const scale = part.width / frame.width;
  // The user drags the picture, so the frame moves the opposite way.
  const moved = (at: number, room: number, pixels: number) => (room > 0 ? at - (pixels * scale * 2) / room : 0);
  return clampCrop({ ...crop, x: moved(crop.x, picture.width - part.width, by.x), y: moved(crop.y, picture.height - part.height, by.y) });
}
