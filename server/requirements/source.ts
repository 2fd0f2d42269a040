import type { FoundRequirement } from '../../contract/requirements/requirements.ts'

/** Source of requirements: the project's own list, or a tracker. */
export interface Source {
  /** Returns requirements that match all words, best match first. Throws `SourceFailure`. */
  search(q: string, max: number): Promise<FoundRequirement[]>
  /** Returns existing requirements among `keys`. Throws `SourceFailure`. */
  read(keys: readonly string[]): Promise<FoundRequirement[]>
}

/** The message is shown to users and contains nothing of the source's response. */
export class SourceFailure extends Error {}
