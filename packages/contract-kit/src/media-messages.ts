/** Messages that a document service sends to svc-media about the files of its documents, after the commit. */

/** Topic `media.held`: the files that one version of a document refers to. Sent with every version. */
export interface MediaHeld {
  /** Short name of the service, as used in the keys of its prints. */
  service: string;
  documentId: string;
  version: number;
  /** The uids of all files and photos that the document refers to. */
  uids: string[];
  /** Whether the document is submitted. A draft may release a file again; a submitted document keeps every file it ever referred to. */
  submitted: boolean;
}

/** Topic `media.released`: the document no longer exists. svc-media deletes its prints, and its files that no other document refers to. */
export interface MediaReleased {
  service: string;
  documentId: string;
}

/**
 * Topic `media.prints-outdated`: data was erased from a document that stays. svc-media deletes its prints, also those that are drawn later for an earlier
 * version, and keeps its files.
 */
export interface MediaPrintsOutdated {
  service: string;
  documentId: string;
  /** The version that the erasure has made. It is missing for a group or a list, and in messages of earlier releases. */
  version?: number;
}

/** The message is a `RenderJob`: svc-media draws a form in advance. */
export const RENDER_TOPIC = 'media.render';
export const MEDIA_HELD_TOPIC = 'media.held';
export const MEDIA_RELEASED_TOPIC = 'media.released';
export const MEDIA_PRINTS_OUTDATED_TOPIC = 'media.prints-outdated';

/** A stored file as svc-media describes it to other services (`POST /internal/media/describe`). */
export interface MediaDescription {
  uid: string;
  name: string;
  size: number;
  type: string;
  scope: string;
}
