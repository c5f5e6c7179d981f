/** A permit to take a vehicle across the border and back (triptic). */
import { Code, Day, Flag, Identifier, Integer, L, ListOf, Nested, questionErrors, Rules, requireWhen, Text } from '@portal/contract-kit';
import {
  AccountDetails,
  AccountRow,
  AuthoriserDetails,
  CenterDetails,
  DocumentDetails,
  FeeRow,
  GoodsRow,
  MediaRow,
  QuestionRow,
  RequirementRow,
  SubDocumentDetails,
} from './parts.ts';
import { returnsAfterEntry } from './rules.ts';

/**
 * The fields that an applicant fills in. Every question in `questions` must be answered; the server makes sure that it contains all questions of the document.
 * While `ownerDriver` is true, the server copies the owner's name and local address to the driver.
 */
@Rules<TripBody>(
  requireWhen((t) => t.documentDetails?.centerStatus === true, 'centerDetails.code'),
  (t) => questionErrors(t.questions),
  returnsAfterEntry(),
)
export class TripBody {
  @Nested(() => DocumentDetails) documentDetails: DocumentDetails = new DocumentDetails();
  @Nested(() => SubDocumentDetails) subDocumentDetails: SubDocumentDetails = new SubDocumentDetails();
  @Nested(() => CenterDetails) centerDetails: CenterDetails = new CenterDetails();

  @Identifier({ label: L('Vehicle number', 'Matrícula'), max: 35, required: true }) vehicleNumber?: string;
  @Identifier({ label: L('Temporary vehicle number', 'Matrícula temporária'), max: 35 }) tempVehicleNumber?: string;
  @Identifier({ label: L('Chassis number', 'Número do quadro'), max: 35, required: true }) chasisNumber?: string;
  @Identifier({ label: L('Engine number', 'Número do motor'), max: 35, required: true }) engineNumber?: string;
  @Code({ name: 'vehicle-categories', copy: { categoryName: 'name' } }, { label: L('Category', 'Categoria'), required: true }) categoryCode?: string;
  @Text({ label: L('Category', 'Categoria'), serverSet: true }) categoryName?: string;
  @Code({ name: 'vehicle-makes', copy: { brandName: 'name' } }, { label: L('Make', 'Marca') }) brandCode?: string;
  @Text({ label: L('Make', 'Marca'), serverSet: true }) brandName?: string;
  @Integer({ label: L('Year of manufacture', 'Ano de fabrico'), min: 1900, max: 2100, required: true }) manufactureYear?: number;
  @Text({ label: L('Model', 'Modelo'), max: 70, upper: true, required: true }) modelDetails?: string;
  @Code({ name: 'vehicle-colours', copy: { colorName: 'name' } }, { label: L('Colour', 'Cor') }) colorCode?: string;
  @Text({ label: L('Colour', 'Cor'), serverSet: true }) colorName?: string;
  @Code({ name: 'vehicle-classes', copy: { className: 'name' } }, { label: L('Class', 'Classe') }) classCode?: string;
  @Text({ label: L('Class', 'Classe'), serverSet: true }) className?: string;
  @Integer({ label: L('Engine capacity (cc)', 'Cilindrada (cc)'), max: 100_000, required: true }) engineCapacity?: number;
  @Integer({ label: L('Seats', 'Lugares'), max: 200 }) seatCapacity?: number;
  @Code({ name: 'vehicle-fuels', copy: { fuelName: 'name' } }, { label: L('Fuel', 'Combustível') }) fuelCode?: string;
  @Text({ label: L('Fuel', 'Combustível'), serverSet: true }) fuelName?: string;

  @Text({ label: L('Owner name', 'Nome do proprietário'), max: 70, required: true }) ownerName?: string;
  @Text({ label: L('Owner address', 'Morada do proprietário'), max: 70, required: true, personal: true }) ownerAddress?: string;
  @Flag({ label: L('Owner is the Driver', 'O proprietário é o condutor') }) ownerDriver?: boolean;

  @Identifier({ label: L('Passport', 'Passaporte'), max: 70, required: true, personal: true }) identityNumber?: string;
  @Text({ label: L('Driver name', 'Nome do condutor'), max: 70, required: true }) driverName?: string;
  @Code({ name: 'countries', copy: { nationalityName: 'nationality' } }, { label: L('Nationality', 'Nacionalidade') }) nationalityCode?: string;
  @Text({ label: L('Nationality', 'Nacionalidade'), serverSet: true }) nationalityName?: string;
  @Identifier({ label: L('Driving licence number', 'Número da carta de condução'), max: 35, required: true, personal: true }) licenseNumber?: string;
  @Integer({ label: L('Number of bags', 'Número de volumes de bagagem'), max: 10_000 }) numberOfBaggages?: number;
  @Text({ label: L('Contact number', 'Contacto'), max: 35, upper: true, required: true, personal: true }) contactNumber?: string;
  @Text({ label: L('Local address', 'Morada no país'), max: 70, upper: true, required: true, personal: true }) localAddress?: string;
  @Text({ label: L('Foreign address', 'Morada no estrangeiro'), max: 70, upper: true, required: true, personal: true }) foreignAddress?: string;
  @Code({ name: 'travel-purposes', copy: { objectiveDescription: 'name' } }, { label: L('Purpose of the trip', 'Objetivo da viagem') }) objectiveCode?: string;
  @Text({ label: L('Purpose of the trip', 'Objetivo da viagem'), serverSet: true }) objectiveDescription?: string;

  /** The authoriser. Officers choose it in the actions whose form shows that section. */
  @Nested(() => AuthoriserDetails, { serverSet: true }) authoriserDetails?: AuthoriserDetails;

  @Code({ name: 'entry-points', copy: { crossName: 'name' }, where: { airport: '0' } }, { label: L('Crossing point', 'Posto de passagem') }) crossCode?: string;
  @Text({ label: L('Crossing point', 'Posto de passagem'), serverSet: true }) crossName?: string;
  @Day({ label: L('Entry date', 'Data de entrada'), required: true }) entryDate?: string;
  @Day({ label: L('Crossing date', 'Data de passagem') }) crossingDate?: string;
  @Code({ name: 'travel-destinations', copy: { destinationName: 'name' } }, { label: L('Destination', 'Destino'), required: true }) destinationCode?: string;
  @Text({ label: L('Destination', 'Destino'), serverSet: true }) destinationName?: string;
  @Day({ label: L('Expected date of return', 'Data prevista de regresso') }) expectedDate?: string;
  @Code({ name: 'entry-points', copy: { returnName: 'name' }, where: { airport: '0' } }, { label: L('Returning point', 'Posto de regresso') })
  returnCode?: string;
  @Text({ label: L('Returning point', 'Posto de regresso'), serverSet: true }) returnName?: string;
  @Day({ label: L('Actual date of return', 'Data efetiva de regresso') }) actualDate?: string;

  @ListOf(() => GoodsRow, { label: L('Merchandise to declare', 'Mercadorias a declarar') }) goods?: GoodsRow[];
  @ListOf(() => QuestionRow, { label: L('Declarations', 'Declarações') }) questions?: QuestionRow[];
  @ListOf(() => RequirementRow, { label: L('Document requirements', 'Documentos exigidos') }) requirements?: RequirementRow[];
  @ListOf(() => FeeRow, { label: L('Fees', 'Taxas'), serverSet: true }) fees?: FeeRow[];
  @Nested(() => AccountDetails, { serverSet: true }) accountDetails?: AccountDetails;
  @ListOf(() => AccountRow, { label: L('Bank details', 'Dados bancários'), serverSet: true }) accounts?: AccountRow[];
  @ListOf(() => MediaRow, { label: L('Scanned documents', 'Documentos digitalizados'), max: 50 }) medias?: MediaRow[];
}
