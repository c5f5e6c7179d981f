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
  /** Name of its bytes in the store. A replaced file gets a new name, so that the bytes never change under a reader. */
  @CodeColumn(36, { nullable: false }) blob: string;
  /** Subject of the signed-in uploader; null for the public. */
  @CodeColumn(128) uploadedBy: string | null;
  @UtcColumn() createdAt: Date;
  /** When it was last uploaded, requested by a service, held or released. Files that nothing holds are kept for a day from then. */
  @UtcColumn() touchedAt: Date;
  /** Until then nobody changes it: a document is being submitted with it, and the message that says so is on its way. */
  @UtcColumn() reservedUntil: Date | null;
}

/** Records that a document holds a file. */
@Entity('media_hold')
export class MediaHoldRow {
  @IdColumn() id: string;
  @CodeColumn(40, { nullable: false }) service: string;
  @CodeColumn(36, { nullable: false }) documentId: string;
  @CodeColumn(36, { nullable: false }) fileId: string;
  @IntColumn() version: number;
  @FlagColumn() submitted: boolean;
}
