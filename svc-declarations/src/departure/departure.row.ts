import { CodeColumn, DayColumn } from '@portal/service-kit';
import { Entity } from 'typeorm';
import { DeclarationRow } from '../shared/declaration.row.ts';

@Entity('departure_declaration')
export class DepartureRow extends DeclarationRow {
  @DayColumn() departureDate: string;
  @CodeColumn(70) destinationCode: string;
}
