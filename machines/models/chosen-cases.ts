/** Found cases and typed source beside the stored version of a model. */
import type { ModelFormat, ModelOptions, StoredModel, SuggestedCase } from '../../contract/models/models.ts'
import { compare, type Comparison } from './compare.ts'
import type { Found } from './search.ts'

/** Typed source that was not accepted yet. `version`: of the model that its author saw; null without one, undefined when unknown. */
export interface ModelDraft {
  format: ModelFormat
  source: string
  options: ModelOptions
  version?: number | null | undefined
}

/** Found paths with their cases: `cases[i]` belongs to `found.paths[i]`. */
export interface FoundCases {
  found: Found
  cases: readonly SuggestedCase[]
}

interface FoundAndChosen {
  kept: StoredModel | null
  result: FoundCases | null
  comparison: Comparison
  /** Paths of new cases to accept. */
  chosen: readonly string[]
}

/** All accepted cases: existing ones, and the chosen new ones. */
export const acceptedOf = ({ comparison, chosen }: Pick<FoundAndChosen, 'comparison' | 'chosen'>): SuggestedCase[] => {
  const requested = new Set(chosen)
  return comparison.cases.flatMap(({ suggested, kept }) =>
    kept !== null || requested.has(suggested.pathKey) ? [suggested] : [],
  )
}

export const chooseCases = (
  { chosen }: Pick<FoundAndChosen, 'chosen'>,
  { pathKeys, isChosen }: { pathKeys: readonly string[]; isChosen: boolean },
) => {
  const others = chosen.filter((key) => !pathKeys.includes(key))
  return { chosen: isChosen ? [...others, ...pathKeys] : others }
}

/** Compares the found cases with the stored version. New cases are chosen, except those that the user has deselected. */
export const compareFound = ({ kept, result, comparison, chosen }: FoundAndChosen) => {
  if (result === null) return {}
  const compared = compare(kept?.cases ?? [], result.cases)
  const deselected = newPaths(comparison).filter((pathKey) => !chosen.includes(pathKey))
  return { comparison: compared, chosen: newPaths(compared).filter((pathKey) => !deselected.includes(pathKey)) }
}

const newPaths = ({ cases }: Comparison): string[] =>
  cases.flatMap(({ fate, suggested }) => (fate === 'new' ? [suggested.pathKey] : []))

/** Version of the stored model; null without one. */
export const versionOf = ({ kept }: { kept: StoredModel | null }): number | null => kept?.version ?? null

/** Returns whether another user changed the stored version since the typed source began from `base`. */
export const isOvertaken = ({ kept, base }: { kept: StoredModel | null; base: number | null }): boolean =>
  versionOf({ kept }) !== base

/** Returns the version that the author of a draft saw. A draft without a version is of the stored one. */
export const baseOf = (opened: { kept: StoredModel | null; draft: ModelDraft | null }) =>
  opened.draft?.version === undefined ? versionOf(opened) : opened.draft.version
