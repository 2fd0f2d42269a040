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

/**
 * Returns whether Assay may accept the same call later: the token has been replaced, or the answer is that of a proxy, as of a page for
 * signing in.
 */
export const isRejectedForNow = ({ status, code }: Rejected): boolean =>
  status === 401 || status === 403 || code === null

/** Assay did not answer, or is overloaded, until retrying ended. */
export class Unreachable extends Error {}

/** A file cannot be read any more. */
export class UnreadableFile extends Error {}
