/** Codes of the zone that are no codes of ISO 3166-1, and the country that they mean (Doc 9303 part 3, section 5). */
const ofTheZone: Record<string, string> = {
  D: 'DEU',
  GBD: 'GBR',
  GBN: 'GBR',
  GBO: 'GBR',
  GBP: 'GBR',
  GBS: 'GBR',
  // Codes of older documents.
  ROM: 'ROU',
  TMP: 'TLS',
  ZAR: 'COD',
};

/**
 * The code of ISO 3166-1 (three letters) for a code of the zone. Organisations, refugees and stateless persons (UNO, XXB, XXA, …)
 * have none; they keep their code, which no catalogue of countries lists.
 */
export const countryOf = (zone: string): string => ofTheZone[zone] ?? zone;
