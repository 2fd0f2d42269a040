/** The command line or the settings are wrong. */
export class UsageError extends Error {}

/** Assay answered that it does not carry out the call, which a retry would not change. */
export class Rejected extends Error {
  readonly status: number
  readonly code: string | null

  constructor(message: string, status: number, code: string | null = null) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** Assay did not answer, or is overloaded, until retrying ended. */
export class Unreachable extends Error {}
