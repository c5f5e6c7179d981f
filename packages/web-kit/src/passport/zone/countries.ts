/** Codes of the zone that are not codes of ISO 3166-1, with the country that they mean (Doc 9303 part 3, section 5). */
const ofTheZone: Record<string, string> = {
  D: 'DEU',
  GBD: 'GBR',
  GBN: 'GBR',
  GBO: 'GBR',
  GBP: 'GBR',
  GBS: 'GBR',
  // Codes on older documents.
  ROM: 'ROU',
  TMP: 'TLS',
  ZAR: 'COD',
};

/**
 * Returns the ISO 3166-1 code (three letters) for a code of the zone. Organisations, refugees and stateless persons (UNO, XXB, XXA, …) have no ISO code. They
 * keep their code, which no catalogue of countries lists.
 */
export const countryOf = (zone: string): string => ofTheZone[zone] ?? zone;
