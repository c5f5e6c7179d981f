import { decoder } from './decoder.ts';

/** The longest side, in pixels, of a picture that is decoded: enough for a code that fills a third of it, and quick on a cheap phone. */
const LONGEST_SIDE = 960;
const PAUSE_MS = 120;
/** How long, in ms, a code must be out of sight before it counts again. A code usually stays in front of the camera for a while. */
const SAME_CODE_MS = 3_000;

/** Scales a size down to fit into a square with the given side. Nothing is enlarged. */
export function fitWithin(width: number, height: number, side: number = LONGEST_SIDE): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height, 1));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** Passes a text on unless the same text has just been seen. */
export function onceInSight(pass: (text: string) => void, clock: () => number = Date.now): (text: string) => void {
  let last = { text: '', at: Number.NEGATIVE_INFINITY };
  return (text) => {
    const at = clock();
    const again = last.text === text && at - last.at < SAME_CODE_MS;
    last = { text, at };
    if (!again) pass(text);
  };
}

export interface Camera {
  stop(): void;
}

/**
 * Shows the camera (the back camera if there are two) in the video element and reads codes until it is stopped.
 * @param onFailure called if reading fails later
 * @throws if there is no camera, or it may not be used
 */
export async function startCamera(video: HTMLVideoElement, onCode: (text: string) => void, onFailure: () => void, signal: AbortSignal): Promise<Camera> {
  if (!navigator.mediaDevices) throw new Error('No camera');
  const stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 } } });
  const endStream = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  if (signal.aborted) {
    endStream();
    throw new DOMException('Aborted', 'AbortError');
  }
  const reader = decoder();
  let running = true;
  const stop = () => {
    running = false;
    endStream();
    video.srcObject = null;
  };
  video.srcObject = stream;
  try {
    await video.play();
  } catch (error) {
    stop();
    throw error;
  }
  const seen = onceInSight(onCode);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const readOne = async () => {
    if (!context || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || document.hidden) return;
    const size = fitWithin(video.videoWidth, video.videoHeight);
    if (size.width === 0 || size.height === 0) return;
    Object.assign(canvas, size);
    context.drawImage(video, 0, 0, size.width, size.height);
    const text = await reader.decode(context.getImageData(0, 0, size.width, size.height));
    if (text && running) seen(text);
  };
  const readOn = async () => {
    while (running) {
      await readOne();
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  void readOn().catch(() => {
    stop();
    onFailure();
  });
  // The device takes the camera away when it is locked or another program needs the camera.
  stream.getVideoTracks()[0]?.addEventListener('ended', () => {
    if (!running) return;
    stop();
    onFailure();
  });
  return { stop };
}
