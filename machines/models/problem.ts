/** Where a source cannot be read, or says something else than it can mean. Lines and columns count from 1; null for all of it. */
export interface ModelProblem {
  line: number | null
  column: number | null
  message: string
}

export interface Place {
  line: number
  column: number
}

/** Ends the reading of a source. */
export class Unreadable extends Error {
  readonly at: Place | null

  constructor(message: string, at: Place | null = null) {
    super(message)
    this.at = at
  }

  get problem(): ModelProblem {
    return { line: this.at?.line ?? null, column: this.at?.column ?? null, message: this.message }
  }
}
