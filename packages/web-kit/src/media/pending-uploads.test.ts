import { FieldUpload } from './field-upload.ts';
import { addPendingUpload, afterUploads } from './pending-uploads.ts';

/** A form with one field. `field.file` is what was chosen there. `arrive` ends the upload that is running, and waits for the end of the submission. */
function form() {
  const control = {};
  const done: string[] = [];
  const field = { file: undefined as string | undefined, running: undefined as Promise<boolean> | undefined, failed: false };
  let arrive: (arrived: boolean) => Promise<void> = async () => undefined;
  const stopped = jest.fn();
  const send = () => {
    done.push(`upload ${field.file}`);
    field.running = new Promise<boolean>((resolve) => {
      arrive = async (arrived) => {
        if (arrived) field.file = undefined;
        Object.assign(field, { running: undefined, failed: !arrived });
        resolve(arrived);
        await submitted;
      };
    });
    return field.running;
  };
  const now = () => ({ ...field, chosen: () => field.file !== undefined, running: () => field.running, send, focus: () => undefined });
  const upload = new FieldUpload(now, stopped);
  const remove = addPendingUpload({ control }, upload);
  // The end of the submission that is running. A second one while it runs does nothing.
  let submitted: unknown;
  const submit = () => {
    submitted = afterUploads({ control }, () => done.push('submit')) ?? submitted;
  };
  return { control, done, field, send, stopped, upload, remove, submit, arrive: (arrived: boolean) => arrive(arrived) };
}

describe('a form with files', () => {
  it('goes on at once if nothing has to be uploaded', () => {
    const { submit, done, field, remove } = form();
    submit();
    expect(done).toEqual(['submit']);
    field.file = 'a field that is no longer shown';
    remove();
    submit();
    expect(done).toEqual(['submit', 'submit']);
  });

  it('waits for a file that was chosen, and goes on once', async () => {
    const { submit, done, field, arrive } = form();
    field.file = 'diploma';
    submit();
    submit();
    expect(done).toEqual(['upload diploma']);
    await arrive(true);
    expect(done).toEqual(['upload diploma', 'submit']);
  });

  it('waits for an upload that is running already', async () => {
    const { submit, done, field, send, arrive } = form();
    field.file = 'diploma';
    void send();
    submit();
    await arrive(true);
    expect(done).toEqual(['upload diploma', 'submit']);
  });

  it('is stopped once by a file that does not arrive', async () => {
    const { submit, done, field, arrive } = form();
    field.file = 'diploma';
    submit();
    await arrive(false);
    expect(done).toEqual(['upload diploma']);
    submit();
    expect(done).toEqual(['upload diploma', 'submit']);
  });

  it('is told by a field that stops it, and not by one that does not', async () => {
    const { submit, field, stopped, arrive } = form();
    field.file = 'diploma';
    submit();
    await arrive(false);
    expect(stopped).toHaveBeenCalledTimes(1);
    field.failed = false;
    submit();
    await arrive(true);
    expect(stopped).toHaveBeenCalledTimes(1);
  });

  it('uploads what is chosen or drawn after one that did not arrive', async () => {
    const { submit, done, field, upload, arrive } = form();
    field.file = 'signature';
    submit();
    await arrive(false);
    // Clearing the signature removes its error. The next one is drawn on the same canvas.
    field.failed = false;
    upload.reset();
    submit();
    await arrive(false);
    expect(done).toEqual(['upload signature', 'upload signature']);
  });

  it('uploads a file again whose upload was cancelled', async () => {
    const { submit, done, field, arrive } = form();
    field.file = 'diploma';
    submit();
    await arrive(false);
    field.failed = false;
    submit();
    await arrive(true);
    expect(done).toEqual(['upload diploma', 'upload diploma', 'submit']);
  });

  it('uploads one file after the other, and does not wait for those of another form', async () => {
    const { control, submit, done, field, arrive } = form();
    const second = { isPending: () => true, upload: async () => done.push('upload photo') > 0 };
    addPendingUpload({ control }, second);
    addPendingUpload({ control: {} }, { isPending: () => true, upload: () => new Promise(() => undefined) });
    field.file = 'diploma';
    submit();
    expect(done).toEqual(['upload diploma']);
    await arrive(true);
    expect(done).toEqual(['upload diploma', 'upload photo', 'submit']);
  });
});
