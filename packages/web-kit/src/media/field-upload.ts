import type { PendingUpload } from './pending-uploads.ts';

/** What a field has to upload, as it is now. */
export interface FieldUploadState {
  /** Returns the file that was chosen and has not been uploaded; undefined if there is none. */
  chosen(): unknown;
  /** Returns the upload that is running. It resolves to whether the form has the file. */
  running(): Promise<boolean> | undefined;
  send(): Promise<boolean>;
}

/** The upload of one field. A file that was refused or did not arrive stops the form only once, because its error is then shown beside it. */
export class FieldUpload implements PendingUpload {
  private stopped: unknown;

  /** @param now returns the state of the field */
  constructor(private readonly now: () => FieldUploadState) {}

  isPending(): boolean {
    const { chosen, running } = this.now();
    const file = chosen();
    return running() !== undefined || (file !== undefined && file !== this.stopped);
  }

  upload(): Promise<boolean> {
    const { chosen, running, send } = this.now();
    this.stopped = chosen();
    return running() ?? send();
  }
}
