import type { FoundRequirement } from '../../contract/requirements/requirements.ts'

/** Where requirements are found: the project's own list, or a tracker. */
export interface Source {
  /** Matches of all words, the best first. Throws `SourceFailure`. */
  search(q: string, most: number): Promise<FoundRequirement[]>
  /** Those of `keys` that exist. Throws `SourceFailure`. */
  read(keys: readonly string[]): Promise<FoundRequirement[]>
}

/** Why a source could not be asked, in words for people: nothing of what it answered. */
export class SourceFailure extends Error {}
