import type { PendingUpload } from './pending-uploads.ts';

/** What a field has to upload, as it is now. */
export interface FieldUploadState {
  /** Returns whether a file was chosen and has not been uploaded. */
  chosen(): boolean;
  /** Returns the upload that is running. It resolves to whether the form has the file. */
  running(): Promise<boolean> | undefined;
  send(): Promise<boolean>;
  /** Whether the field shows that the file was refused or did not arrive. */
  failed: boolean;
  /** Moves the focus to the field. */
  focus(): void;
}

/** The upload of one field. A file that was refused or did not arrive stops the form only once, because its error is then shown beside it. */
export class FieldUpload implements PendingUpload {
  private stopped = false;

  /** @param now returns the state of the field @param onStop called when the field stops the form */
  constructor(
    private readonly now: () => FieldUploadState,
    private readonly onStop: () => void,
  ) {}

  isPending(): boolean {
    const { chosen, running, failed } = this.now();
    return running() !== undefined || (chosen() && !(failed && this.stopped));
  }

  async upload(): Promise<boolean> {
    const { running, send } = this.now();
    const done = await (running() ?? send());
    this.stopped = !done;
    if (!done) this.onStop();
    return done;
  }

  /** Called when the field shows no error, for example because another file was chosen. */
  reset(): void {
    this.stopped = false;
  }
}
