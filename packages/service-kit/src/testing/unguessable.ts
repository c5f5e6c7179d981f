/**
 * Returns whether identifiers were made by `Ids.unguessable`: half of these have the highest random bit, which those of `Ids.next` never have.
 * @param ids at least 30, so that the answer is not wrong by chance
 */
export const areUnguessable = (ids: readonly string[]): boolean => ids.some((id) => /^.{15}[89a-f]/.test(id));
