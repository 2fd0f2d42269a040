import type { SsoProblem } from '../../../contract/session/single-sign-on.ts'

/** A rejected sign-in. The visitor sees `problem`; the message is for the log and for tests of a provider. */
export class SsoRefusal extends Error {
  readonly problem: SsoProblem
  constructor(problem: SsoProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.problem = problem
  }
}
