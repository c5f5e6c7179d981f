import { CodeColumn, DayColumn } from '@portal/service-kit';
import { Entity } from 'typeorm';
import { DeclarationRow } from '../shared/declaration.row.ts';

@Entity('arrival_declaration')
export class ArrivalRow extends DeclarationRow {
  @DayColumn() arrivalDate: string;
  @CodeColumn(70) originCode: string;
  @CodeColumn(70) typeCode: string;
  @CodeColumn(3) hasMerchandise: string;
  @CodeColumn(5) lane: string;
  @CodeColumn(20) decision: string | null;
}
