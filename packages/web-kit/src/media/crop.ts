export interface Size {
  width: number;
  height: number;
}

/** The part of a picture that is kept: its enlargement (from 1), and the position of the frame (-1 to 1, where 0 is the middle). */
export interface Crop {
  zoom: number;
  x: number;
  y: number;
}

export const centred: Crop = { zoom: 1, x: 0, y: 0 };
export const MOST_ZOOM = 4;

const between = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value));

export const clampCrop = ({ zoom, x, y }: Crop): Crop => ({ zoom: between(1, zoom, MOST_ZOOM), x: between(-1, x, 1), y: between(-1, y, 1) });

/** Returns the part of the picture, in its pixels, that fills a frame of the given shape. The part never reaches past an edge. */
export function cropRectangle(picture: Size, frame: Size, crop: Crop): Size & { left: number; top: number } {
  const { zoom, x, y } = clampCrop(crop);
  const scale = Math.min(picture.width / frame.width, picture.height / frame.height) / zoom;
  const width = frame.width * scale;
  const height = frame.height * scale;
  return { left: ((picture.width - width) / 2) * (1 + x), top: ((picture.height - height) / 2) * (1 + y), width, height };
}

/** Returns the crop after the user has dragged the picture by a number of pixels of the frame on the screen. */
export function dragCrop(picture: Size, frame: Size, crop: Crop, by: { x: number; y: number }): Crop {
  const part = cropRectangle(picture, frame, crop);
  const scale = part.width / frame.width;
  // The user drags the picture, so the frame moves the opposite way.
  const moved = (at: number, room: number, pixels: number) => (room > 0 ? at - (pixels * scale * 2) / room : 0);
  return clampCrop({ ...crop, x: moved(crop.x, picture.width - part.width, by.x), y: moved(crop.y, picture.height - part.height, by.y) });
}
