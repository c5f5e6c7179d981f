/** A field's file, photo or signature that may still have to be uploaded. */
export interface PendingUpload {
  /** Whether the form has to wait for it. */
  isPending(): boolean;
  /** Uploads it, or waits for the upload that is running. @returns whether the form has it now */
  upload(): Promise<boolean>;
}

/** A form of the form library, or what a `FormProvider` passes on of it. */
interface Form {
  control: object;
}

interface FormUploads {
  fields: Set<PendingUpload>;
  running: boolean;
}

const uploadsOfForms = new WeakMap<object, FormUploads>();

function uploadsOf({ control }: Form): FormUploads {
  const uploads = uploadsOfForms.get(control) ?? { fields: new Set(), running: false };
  uploadsOfForms.set(control, uploads);
  return uploads;
}

/** Makes a form wait for a field's upload. @returns a function that ends this */
export function addPendingUpload(form: Form, upload: PendingUpload): () => void {
  const { fields } = uploadsOf(form);
  fields.add(upload);
  return () => {
    fields.delete(upload);
  };
}

async function uploadAll(uploads: FormUploads): Promise<boolean> {
  uploads.running = true;
  try {
    for (const field of [...uploads.fields]) if (field.isPending() && !(await field.upload())) return false;
    // Goes on in a later task, when the fields show what was uploaded.
    await new Promise((later) => setTimeout(later));
    return true;
  } finally {
    uploads.running = false;
  }
}

/**
 * Uploads the files of a form that were chosen and not uploaded, and then calls `next`; at once if there are none. If a file is refused or does not arrive, its
 * field shows the error and takes the focus, and `next` is not called. It is not called either while an earlier call is uploading. Whatever sends a form, saves
 * it or leaves one of its steps calls this first.
 * @returns what `next` returns
 */
export function afterUploads(form: Form, next: () => unknown): unknown {
  const uploads = uploadsOf(form);
  if (uploads.running) return undefined;
  if (![...uploads.fields].some((field) => field.isPending())) return next();
  return uploadAll(uploads).then((done) => (done ? next() : undefined));
}
