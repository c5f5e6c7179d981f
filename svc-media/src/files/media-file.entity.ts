import { CodeColumn, FlagColumn, IdColumn, IntColumn, TextColumn, UtcColumn } from '@portal/service-kit';
import { Entity } from 'typeorm';

/** A stored file. Its id is the `uid` with which documents refer to it. */
@Entity('media_file')
export class MediaFileRow {
  @IdColumn() id: string;
  @CodeColumn(20) scope: string;
  @TextColumn(200) name: string;
  @CodeColumn(40) type: string;
  @IntColumn() size: number;
  /** Name of the file's blob in the store. Replacing the file writes a new blob with a new name, so that the content never changes during a read. */
  @CodeColumn(36, { nullable: false }) blob: string;
  /** Subject of the signed-in uploader; null for the public. */
  @CodeColumn(128) uploadedBy: string | null;
  @UtcColumn() createdAt: Date;
  /**
   * When the file was last uploaded, requested by a service, or added to or released from a document. Files that no document refers to are kept for a day from
   * then, and for two weeks if they were reserved.
   */
  @UtcColumn() touchedAt: Date;
  /** The file may not be changed before this time: a document is being submitted with it, and the message about this has not arrived yet. */
  @UtcColumn() reservedUntil: Date | null;
}

/** Records that a document refers to a file. */
@Entity('media_hold')
export class MediaHoldRow {
  @IdColumn() id: string;
  @CodeColumn(40, { nullable: false }) service: string;
  @CodeColumn(36, { nullable: false }) documentId: string;
  @CodeColumn(36, { nullable: false }) fileId: string;
  @IntColumn() version: number;
  @FlagColumn() submitted: boolean;
}
