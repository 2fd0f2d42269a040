import {
  GENERATED_FIELDS,
  type GeneratedField,
  type ModelledCase,
  type SuggestedCase,
} from '../../contract/models/models.ts'

/** A path of the new version beside the case that the version before made of it. */
export interface ComparedCase {
  suggested: SuggestedCase
  /** Null for a new one. */
  kept: ModelledCase | null
  /** `same`: there is nothing to do. */
  fate: 'new' | 'changed' | 'same'
  /** What the model says otherwise now, and is written into the case. */
  changes: readonly GeneratedField[]
  /** What it says otherwise, too, where people wrote something of their own: that stays. */
  keptByHand: readonly GeneratedField[]
}

export interface Comparison {
  cases: readonly ComparedCase[]
  /** Cases whose paths are gone with this version. */
  obsolete: readonly ModelledCase[]
}

/** What a new version of a model means for the cases that the one before made: as the server does it when it is accepted. */
export const compare = (kept: readonly ModelledCase[], suggested: readonly SuggestedCase[]): Comparison => {
  const byPath = new Map(kept.map((one) => [one.pathKey, one]))
  const paths = new Set(suggested.map(({ pathKey }) => pathKey))
  return {
    cases: suggested.map((one) => comparedWith(byPath.get(one.pathKey) ?? null, one)),
    obsolete: kept.filter((one) => !paths.has(one.pathKey) && !one.obsolete),
  }
}

const comparedWith = (kept: ModelledCase | null, suggested: SuggestedCase): ComparedCase => {
  if (kept === null) return { suggested, kept, fate: 'new', changes: [], keptByHand: [] }
  if (kept.deleted) return { suggested, kept, fate: 'same', changes: [], keptByHand: [] }
  const different = GENERATED_FIELDS.filter((field) => !isSame(kept.content[field], suggested.content[field]))
  const changes = different.filter((field) => !kept.edited.includes(field))
  const comesBack = kept.obsolete && kept.deprecated
  return {
    suggested,
    kept,
    fate: changes.length > 0 || comesBack ? 'changed' : 'same',
    changes,
    keptByHand: different.filter((field) => kept.edited.includes(field)),
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
