import { fieldAt } from '@portal/contract-kit';
import { TripBody } from './index.ts';

it('the published fields of a trip are complete', () => {
  const published = `documentDetails.code documentDetails.name documentDetails.binder documentDetails.movement documentDetails.movementName
    documentDetails.agencyCode documentDetails.centerStatus documentDetails.forceOnSubDocument documentDetails.confirmation subDocumentDetails.code
    subDocumentDetails.name centerDetails.code centerDetails.name vehicleNumber tempVehicleNumber chasisNumber engineNumber categoryCode categoryName brandCode
    brandName manufactureYear modelDetails colorCode colorName classCode className engineCapacity seatCapacity fuelCode fuelName ownerName ownerAddress
    ownerDriver identityNumber driverName nationalityCode nationalityName licenseNumber numberOfBaggages contactNumber localAddress foreignAddress
    objectiveCode objectiveDescription authoriserDetails.serial authoriserDetails.name authoriserDetails.title crossCode crossName entryDate crossingDate
    destinationCode destinationName expectedDate returnCode returnName actualDate goods.id goods.productCode goods.productName goods.goodDescription
    goods.quantity goods.value questions.id questions.rank questions.description questions.accepted questions.declined requirements.description
    requirements.quantity requirements.accepted requirements.confirmed fees.id fees.code fees.name fees.amount fees.status accountDetails.totalFee
    accountDetails.receiptYear accountDetails.receiptNumber accountDetails.receiptDate accounts.id accounts.bankCode accounts.bankName
    accounts.accountNumber medias.id medias.uid medias.name medias.size medias.code medias.info medias.scope`;
  expect(published.split(/\s+/).filter((path) => !fieldAt(TripBody, path))).toEqual([]);
});
