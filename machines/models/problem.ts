/** An error in a source. Line and column count from 1; null for the whole source. */
export interface ModelProblem {
  line: number | null
  column: number | null
  message: string
}

export interface Place {
  line: number
  column: number
}

/** Aborts parsing. */
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
