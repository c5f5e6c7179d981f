/** Messages that a document service sends to svc-media, after the commit, about the files its documents hold. */

/** Topic `media.held`: the files one version of a document holds. Sent with every version. */
export interface MediaHeld {
  /** Short name of the service, as in the keys of its prints. */
  service: string;
  documentId: string;
  version: number;
  /** uids of every file and photo the document names. */
  uids: string[];
  /** A draft may release a file again; a submitted document keeps every file it ever held. */
  submitted: boolean;
}

/** Topic `media.released`: the document no longer exists. Files and prints that nothing else holds are deleted. */
export interface MediaReleased {
  service: string;
  documentId: string;
}

export const MEDIA_HELD_TOPIC = 'media.held';
export const MEDIA_RELEASED_TOPIC = 'media.released';

/** A stored file as svc-media describes it to other services (`POST /internal/media/describe`). */
export interface MediaDescription {
  uid: string;
  name: string;
  size: number;
  type: string;
  scope: string;
}
