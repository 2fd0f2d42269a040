/** Returns the colliding fields of an edit; see `contract/concurrent-edits.ts`. */
export const collisionsOf = <Values extends object>(
  stored: Values,
  values: Partial<Values>,
  expected: Partial<Values>,
): string[] =>
  (Object.keys(values) as (keyof Values & string)[]).filter(
    (field) =>
      values[field] !== undefined &&
      expected[field] !== undefined &&
      !isSame(field, stored[field], expected[field]) &&
      !isSame(field, stored[field], values[field]),
  )

/** Returns the expected fields whose stored value differs. */
export const changedSince = <Values extends object>(stored: Values, expected: Partial<Values>): string[] =>
  (Object.keys(expected) as (keyof Values & string)[]).filter(
    (field) => expected[field] !== undefined && !isSame(field, stored[field], expected[field]),
  )

/** Returns whether all values equal the stored ones. */
export const isAlike = <Values extends object>(stored: Values, values: Values): boolean =>
  changedSince(stored, values).length === 0

const isSame = (field: string, one: unknown, other: unknown): boolean => essence(field, one) === essence(field, other)

/** Returns what identifies a value for comparison: for files and selected options the ids, since their names may change. */
const essence = (field: string, value: unknown): string => {
  if (field === 'attachments') return (value as { fileUuid: string }[]).map(({ fileUuid }) => fileUuid).join()
  if (field === 'configurations')
    return (value as { optionId: number }[])
      .map(({ optionId }) => optionId)
      .sort((one, other) => one - other)
      .join()
  if (field === 'charter') {
    const { explore, with: means, toDiscover } = value as { explore: string; with: string; toDiscover: string }
    return JSON.stringify([explore, means, toDiscover])
  }
  return JSON.stringify(value)
}
