const place = 'portal:unsent';

/**
 * Notes how much of an officer's work waits on this device to be sent. While there is some, sign-out does not clear the device's storage: the work is sent when
 * somebody signs in here again.
 */
export function noteUnsent(count: number): void {
  try {
    if (count > 0) localStorage.setItem(place, String(count));
    else localStorage.removeItem(place);
  } catch {
    // Without storage no work waits here either.
  }
}

/** Whether work waits on this device to be sent (`noteUnsent`). */
export function hasUnsent(): boolean {
  try {
    return localStorage.getItem(place) !== null;
  } catch {
    return false;
  }
}
