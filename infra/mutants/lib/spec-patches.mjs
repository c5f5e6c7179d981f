/** Rows of docs/spec.md, chosen at random: for each the patch that removes its behaviour, and the test of the row that must fail then. */

/** @typedef {{ file: string, find: string, replace: string, test: string }} Patch */

const T = 'Traveller declarations';
const L = 'Licences and trips';
/** @param {string} file @param {string} find @param {string} replace @param {string} test @returns {Patch} */
const patch = (file, find, replace, test) => ({ file, find, replace, test });
const declarations = 'svc-declarations/contract/contract.test.ts';

/** @type {Record<string, Patch>} */
export const patches = {
  [`${T} › 3 Departure declaration › Status CREATED, VERIFIED, APPROVED`]: patch(
    'svc-declarations/contract/statuses.ts',
    "['CREATED', 'VERIFIED', 'APPROVED']",
    "['CREATED', 'APPROVED']",
    'svc-declarations/contract/lists.table.test.ts › the lists of the contract equal the published ones',
  ),
  [`${L} › 9 Business constants and limits › Lists by creation, descending`]: patch(
    'packages/service-kit/src/search/list-order.ts',
    'column: byCreation, descending: true',
    'column: byCreation, descending: false',
    'svc-declarations/src/shared/declaration.search.test.ts › search by every published field, newest first, with the columns they ask for',
  ),
  [`${L} › 2.1 Professional licence: screens and routes › Finder inputs: full name, birth date, identity type, holder code`]: patch(
    'svc-licences/contract/finder.ts',
    "  { name: 'holderCode', operation: 'EQ', dataType: 'TEXT', message: L('Please Enter Holder Code', 'Indique o código do titular') },\n",
    '',
    'svc-licences/contract/lists.table.test.ts › the list of %s equals the published one',
  ),
  [`${T} › 5 Arrival: full rule set › travellerCode, names and address at most 70, address required`]: patch(
    'svc-declarations/contract/arrival.ts',
    "'Morada no país'), max: 70",
    "'Morada no país'), max: 700",
    `${declarations} › refuses %s`,
  ),
  [`${L} › 3.1 Fields of the professional licence › List row fields`]: patch(
    'svc-licences/src/licence/licence.definition.ts',
    "      'subDocumentName',\n      'documentType',\n",
    "      'documentType',\n",
    'svc-licences/src/licence/licence.search.test.ts › search, filter by status, pick columns and export',
  ),
  [`${L} › 9 Business constants and limits › Text limits 35 and 70, security code 3`]: patch(
    'svc-trips/contract/checks.ts',
    "'Código de segurança'), max: 3,",
    "'Código de segurança'), max: 4,",
    'svc-trips/contract/contract.test.ts › the payment card asks for three fields, two of them digits',
  ),
  [`${T} › 8 The error catalogue › Server error codes, where the specification is silent`]: patch(
    'packages/service-kit/src/http/problem.filter.ts',
    'if (status === 413)',
    'if (status === 999)',
    'packages/service-kit/src/documents/document.service.test.ts › answers unreadable JSON with 400, too much with 413, an unknown document with 404',
  ),
  [`${L} › 2.2 Vehicle trip: screens and routes › \`/triptic/trip/new\` and \`/triptic/trip/outbound\``]: patch(
    'mf-trips/src/app.tsx',
    '<Route path="/triptic/trip/outbound" element={<Document mode="new" movement="E" />} />',
    '',
    'mf-trips/src/app.test.ts › the address %s opens the screen %s',
  ),
  [`${L} › 5 Validation rules › The photo accepts png, jpeg, bmp`]: patch(
    'packages/web-kit/src/media/media-files.ts',
    '(png|jpe?g|pjpeg|(x-ms-)?bmp|hei[cf])',
    '(png|jpe?g|pjpeg|hei[cf])',
    'packages/web-kit/src/media/media-files.test.ts › takes png, jpeg and bmp for a photo',
  ),
  [`${T} › 7 The calls it makes › GET /v1/departure/declaration/info`]: patch(
    'svc-declarations/src/shared/declaration.service.ts',
    'agencyCode: document?.agencyCode,',
    '',
    'svc-declarations/src/shared/declaration.form.test.ts › begin blank, with agency, document and requirements filled in',
  ),
  [`${T} › 2 Departure declaration › Public route \`/eservice/departure/declaration\` in register mode`]: patch(
    'mf-declarations/src/app.tsx',
    '<Route path="/eservice/departure/declaration" element={<DepartureRegister />} />',
    '',
    'mf-declarations/src/app.test.ts › the address %s opens the screen %s',
  ),
  [`${T} › 5 Arrival: goods step › questionsConfirmed required where there are questions, YES only`]: patch(
    'svc-declarations/contract/arrival.ts',
    "  requireWhen((b) => (b.questions ?? []).length > 0, 'questionsConfirmed'),\n",
    '',
    `${declarations} › requires %s`,
  ),
  [`${T} › 6 Roles and permissions › traveller-declaration-read: view and history in the list`]: patch(
    'packages/web-kit/src/staff/document-list.tsx',
    'const mayRead = hasAnyRole(readRoles);',
    'const mayRead = true;',
    'packages/web-kit/src/staff/staff.test.tsx › shows the rows without ways to open them to whoever may only search',
  ),
  [`${L} › 7 Professional service › print-invoice, print-identity-card, print-form download PDFs`]: patch(
    'svc-licences/src/licence/licence.prints.ts',
    "  'print-invoice': { fileName: (m) => fileNameOf(m, 'invoice'), layout: invoice },\n",
    '',
    'svc-licences/src/licence/licence.search.test.ts › %s is fetched from the renders',
  ),
  [`${T} › 2 Arrival declaration › Step 1: flightNumber in upper case`]: patch(
    'svc-declarations/contract/fields.ts',
    'max: 35, upper: true, required: true',
    'max: 35, required: true',
    'svc-declarations/contract/fields.test.ts › names, passport, flight number and occupation become upper case: %p',
  ),
  [`${L} › 5 Validation rules › Finder: all four criteria, 'Please enter Full Name', 'Please enter Birth Date', 'Please select Indentity Type', 'Please Enter Holder Code'`]:
    patch(
      'svc-licences/contract/finder.ts',
      'Please select Indentity Type',
      'Please select Identity Type',
      'svc-licences/contract/contract.test.ts › the finder has the published fields, columns and messages',
    ),
  [`${T} › 2 Departure declaration › Questions are editable in register, new, edit, update, verification, amendment`]: patch(
    'mf-declarations/src/departure/sections.tsx',
    'answerableModes.includes(mode)',
    "mode !== 'verification' && answerableModes.includes(mode)",
    'mf-declarations/src/departure/sections.test.ts › lets questions be answered in the six modes that edit',
  ),
  [`${T} › 3 Requirement row and history entry › Response: order (DES reverses), type HISTORY or TIMELINE, documentActions`]: patch(
    'packages/web-kit/src/staff/timeline.ts',
    '[...documentActions].reverse()',
    'documentActions',
    'packages/web-kit/src/staff/timeline.test.ts › is turned round where the newest is asked for first, and leaves the answer as it was',
  ),
  [`${L} › 9 Business constants and limits › Date-time format`]: patch(
    'packages/service-kit/src/clock.ts',
    'at.toISOString().slice(0, 19)',
    'at.toISOString()',
    'svc-declarations/src/shared/declaration.actions.test.ts › says who changed a stale document, what and when',
  ),
  [`${T} › 4 States and transitions › Departure: CREATED, then VERIFIED, then APPROVED`]: patch(
    'svc-declarations/src/departure/departure.workflow.ts',
    "to: 'VERIFIED',",
    "to: 'APPROVED',",
    'svc-declarations/src/shared/declaration.actions.test.ts › goes from CREATED over VERIFIED to APPROVED, with the requirements confirmed on the way',
  ),
  [`${L} › 7 Catalogues and enumerations › Search criterion shape`]: patch(
    'packages/service-kit/src/search/search-query.ts',
    "c.expressionType !== undefined && c.expressionType !== 'SearchCriterion'",
    'c.expressionType === null',
    'svc-reference/src/catalogue/catalogues.test.ts › reports the faults of a query',
  ),
  [`${L} › 7 Trip service › GET /v1/triptic/trip/{id}/document`]: patch(
    'packages/service-kit/src/access/access.ts',
    "reads: ['document', 'version', 'history', 'thread', 'qr', 'print'],",
    "reads: ['version', 'history', 'thread', 'qr', 'print'],",
    'svc-trips/src/trip/trip.roles.test.ts › %s %s',
  ),
  [`${L} › 2.1 Professional licence: screens and routes › Academic Level is the sub-document`]: patch(
    'packages/service-kit/src/catalogue/fees.ts',
    "askedRecords(catalogues, 'fees', day, documentCode, subDocumentCode)",
    "askedRecords(catalogues, 'fees', day, documentCode, '')",
    'svc-licences/src/licence/licence.application.test.ts › gives requirements and fees by document and academic level',
  ),
  [`${T} › 2 Departure declaration › Internal routes \`new\`, \`edit/{id}\`, \`update\`, \`view/{id}\`, \`print/{id}\``]: patch(
    'mf-declarations/src/app.tsx',
    '<Route path="/other/departure/declaration/:mode/:id" element={<DepartureDocument />} />',
    '',
    'mf-declarations/src/app.test.ts › the address %s opens the screen %s',
  ),
  [`${L} › 4 Trip › Statuses CONFIRMED FOR ENTRY, VERIFIED FOR EXIT, PAID TO EXIT, PAID FOR APPROVAL, APPROVED TO EXIT and the rest`]: patch(
    'svc-trips/contract/statuses.ts',
    "  'PAID TO EXIT',\n  'VALIDATED FOR EXIT',",
    "  'VALIDATED FOR EXIT',",
    'svc-trips/contract/lists.table.test.ts › the statuses are those that are published',
  ),
  [`${T} › 1 What it does and for whom › The traveller downloads a PDF`]: patch(
    'svc-declarations/src/arrival/arrival.definition.ts',
    "  prints: { 'print-form': arrivalPrint },\n",
    '  prints: {},\n',
    'svc-declarations/src/shared/declaration.search.test.ts › and public have the routes of their roles at %s',
  ),
  [`${L} › 7 Professional service › POST /v1/image/photoUpload (112 by 150) and /v1/image/eSignature`]: patch(
    'svc-media/src/files/image.controller.ts',
    'const LONGEST_SIDE = 150;',
    'const LONGEST_SIDE = 1500;',
    'svc-media/src/files/media.test.ts › stands within 150 pixels whatever is asked for',
  ),
  [`${L} › 7 Trip service › Five print actions, PDFs named after reference and action`]: patch(
    'svc-trips/src/trip/trip.prints.ts',
    'fileNameOf(t, name)',
    "fileNameOf(t, 'form')",
    'svc-trips/src/trip/trip.prints.test.ts › %s is named after the reference and the print',
  ),
  [`${T} › 2 Departure declaration › Register and update only when every question is answered`]: patch(
    'mf-declarations/src/departure/use-departure-form.ts',
    'Boolean(question.accepted) === Boolean(question.declined)',
    'question === undefined',
    'mf-declarations/src/departure/sections.test.ts › counts the unanswered questions, which block registration and update',
  ),
  [`${T} › 8 The error catalogue › actualTimeMinutes below 0 shows as "---"`]: patch(
    'packages/web-kit/src/staff/timeline.ts',
    "NOT_REACHED = '---'",
    "NOT_REACHED = '-'",
    'packages/web-kit/src/staff/staff.test.tsx › tells steps in words and colours, with planned and taken time',
  ),
  [`${T} › 9 Business constants and limits › Threshold 5000 USD`]: patch(
    'svc-declarations/contract/codes.ts',
    'amount: 5000',
    'amount: 6000',
    `${declarations} › shows the money notice for declared money`,
  ),
  [`${L} › 2.1 Professional licence: screens and routes › \`/licenser/professional/{action}/{id}\` for each of the twenty actions`]: patch(
    'mf-licences/src/app.tsx',
    '<Route path="/licenser/professional/:action/:id" element={<Document />} />',
    '',
    'mf-licences/src/app.test.ts › the address %s opens the screen %s',
  ),
  [`${T} › 3 Arrival declaration › Goods and money fields, declaredStatus, agencyCode, documentCode`]: patch(
    'svc-declarations/contract/arrival.ts',
    '@Field.CurrencyCode() currencyCode',
    'currencyCode',
    'svc-declarations/contract/fields.test.ts › are complete for an arrival',
  ),
  [`${L} › 2.1 Professional licence: screens and routes › Public route \`/eservice/medical/professional\`: register`]: patch(
    'mf-licences/src/app.tsx',
    '<Route path="/eservice/medical/professional" element={<Register />} />',
    '',
    'mf-licences/src/app.test.ts › the address %s opens the screen %s',
  ),
  [`${T} › 5 Departure declaration › Required: agencyCode, documentCode, departureDate, destinationCode, flightNumber, names, birthDate, gender, travellerCode, expiryDate, occupation, entryPointCode, nationalityCode, reason, currencyStatus`]:
    patch('svc-declarations/contract/departure.ts', "'Data de partida'), required: true", "'Data de partida')", `${declarations} › requires %s`),
  [`${L} › 9 Business constants and limits › Airport flag 0 for crossing and returning points`]: patch(
    'svc-trips/contract/trip.ts',
    ", where: { airport: '0' }",
    '',
    'svc-trips/src/trip/trip.application.test.ts › refuses %s',
  ),
  [`${L} › 9 Business constants and limits › Scopes default, trip, ope, professional, profile`]: patch(
    'svc-media/src/files/media.controller.ts',
    "'trip', 'ope', 'professional'",
    "'trip', 'professional'",
    'svc-media/src/files/media.test.ts › goes to the scope %s',
  ),
};
