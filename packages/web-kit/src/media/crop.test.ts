import { centred, cropRectangle, dragCrop } from './crop.ts';

const frame = { width: 112, height: 150 };

it('keeps the middle of a wide picture at full height', () => {
  const part = cropRectangle({ width: 1000, height: 300 }, frame, centred);
  expect(part).toEqual({ left: 388, top: 0, width: 224, height: 300 });
});

it('keeps the shape of the frame and stays within the picture', () => {
  const picture = { width: 640, height: 480 };
  for (const crop of [centred, { zoom: 2, x: 1, y: -1 }, { zoom: 9, x: -5, y: 5 }, { zoom: 0, x: 0.3, y: 0.3 }]) {
    const { left, top, width, height } = cropRectangle(picture, frame, crop);
    expect(width / height).toBeCloseTo(112 / 150);
    expect(Math.min(left, top)).toBeGreaterThanOrEqual(-1e-9);
    expect(left + width).toBeLessThanOrEqual(640 + 1e-9);
    expect(top + height).toBeLessThanOrEqual(480 + 1e-9);
  }
});

it('follows the finger', () => {
  const picture = { width: 1000, height: 300 };
  const before = cropRectangle(picture, frame, centred);
  const after = cropRectangle(picture, frame, dragCrop(picture, frame, centred, { x: 10, y: 10 }));
  // Ten pixels of the frame are twenty pixels of the picture. Vertically there is no room to move.
  expect(before.left - after.left).toBeCloseTo(20);
  expect(after.top).toBe(0);
  expect(dragCrop(picture, frame, centred, { x: 9999, y: 0 }).x).toBe(-1);
});
