/** Line in which the engine prints the command itself. */
const COMMAND = /^\$ /
/** Phrases that report no errors: "0 errors", "no failures", "fail 0". */
const NONE =
  /\b(?:0|no|without) (?:errors?|exceptions?|failures?|failed)\b|\b(?:errors?|exceptions?|failures?|fail|failed)[:=]? ?0\b/gi
/** Whole words, with an optional prefix as in `TypeError`. Excludes file names such as `error-page.ts`. */
const MARKERS =
  /(?<![\w./-])(?:[a-z_$][\w$.]{0,100})?(?:errors?|exceptions?|fail|failed|failures?|fatal|panic|traceback)(?![\w/-]|\.\w)/i
const MARKS = /^\s*[✗✘✖×]/u

/** `warn`, `[WARNING]` or `⚠` at the beginning, also behind the name of a package manager, or a word such as `DeprecationWarning:`. */
const WARNING =
  /^\s*(?:(?:npm|pnpm|yarn) )?\[?warn(?:ing)?\b\]?:?(?=\s|$)|^\s*⚠|(?<![\w./-])[a-z]{1,60}warning:(?=\s|$)/iu

const isError = (line: string): boolean =>
  MARKS.test(line) || (!COMMAND.test(line) && MARKERS.test(line.replace(NONE, '')))

/** What a line of console output reports. */
export type LineMark = 'error' | 'warning'

/** Returns what a line of console output reports; null for nothing. A warning of an error is a warning. */
export const markOf = (line: string): LineMark | null => {
  if (WARNING.test(line)) return 'warning'
  return isError(line) ? 'error' : null
}
