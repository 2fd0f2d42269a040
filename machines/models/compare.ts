import {
  GENERATED_FIELDS,
  type GeneratedField,
  type ModelledCase,
  type SuggestedCase,
} from '../../contract/models/models.ts'

/** A path of the new version with the case that the previous version generated. */
export interface ComparedCase {
  suggested: SuggestedCase
  /** Null for a new case. */
  kept: ModelledCase | null
  /** `same`: no change. */
  fate: 'new' | 'changed' | 'same'
  /** Changed parts that are written into the case. */
  changes: readonly GeneratedField[]
  /** Changed parts that users have edited in the case: their text stays. */
  keptByHand: readonly GeneratedField[]
}

export interface Comparison {
  cases: readonly ComparedCase[]
  /** Cases whose paths do not exist in this version. */
  obsolete: readonly ModelledCase[]
}

/** Computes the effect of a new version on the cases of the previous one, as the server does on acceptance. */
export const compare = (saved: readonly ModelledCase[], suggested: readonly SuggestedCase[]): Comparison => {
  const byPath = new Map(saved.map((one) => [one.pathKey, one]))
  const paths = new Set(suggested.map(({ pathKey }) => pathKey))
  return {
    cases: suggested.map((one) => comparedWith(byPath.get(one.pathKey) ?? null, one)),
    obsolete: saved.filter((one) => !paths.has(one.pathKey) && !one.obsolete),
  }
}

const comparedWith = (saved: ModelledCase | null, suggested: SuggestedCase): ComparedCase => {
  if (saved === null) return { suggested, kept: saved, fate: 'new', changes: [], keptByHand: [] }
  if (saved.deleted) return { suggested, kept: saved, fate: 'same', changes: [], keptByHand: [] }
  const different = GENERATED_FIELDS.filter((field) => !isSame(saved.content[field], suggested.content[field]))
  const changes = different.filter((field) => !saved.edited.includes(field))
  const comesBack = saved.obsolete && saved.deprecated
  return {
    suggested,
    kept: saved,
    fate: changes.length > 0 || comesBack ? 'changed' : 'same',
    changes,
    keptByHand: different.filter((field) => saved.edited.includes(field)),
  }
}

type Content = SuggestedCase['content'][GeneratedField]

const isSame = (one: Content, other: Content): boolean => {
  if (typeof one === 'string' || typeof other === 'string') return one === other
  return (
    one.length === other.length &&
    one.every(
      ({ action, expectedResult }, i) => action === other[i]?.action && expectedResult === other[i]?.expectedResult,
    )
  )
}
