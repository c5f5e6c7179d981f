/** For tests only: search queries. */
export const q = (query: object): string => `?q=${encodeURIComponent(JSON.stringify(query))}`;
export const eq = (fieldName: string, value: string, dataType = 'TEXT', operation = 'EQ') => ({
  expressionType: 'SearchCriterion',
  operation,
  dataType,
  fieldName,
  values: [value],
});
/** The register's four criteria. */
export const finderQuery = (change: Record<string, string> = {}) => {
  const v = { holderName: 'maria da', birthDate: '1980-02-29', indentityCode: 'BI', holderCode: 'bi-123', ...change };
  return {
    criteria: [
      eq('holderName', v.holderName, 'TEXT', 'CONTAINS'),
      eq('birthDate', v.birthDate, 'DATE'),
      eq('indentityCode', v.indentityCode),
      eq('holderCode', v.holderCode),
    ],
  };
};
/** The same as an address has them. */
export const finder = (change: Record<string, string> = {}) => q(finderQuery(change));
