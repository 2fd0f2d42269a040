/** Line in which the engine prints the command itself. */
const COMMAND = /^\$ /
/** Phrases that report no errors: "0 errors", "no failures", "fail 0". */
const NONE =
  /\b(?:0|no|without) (?:errors?|exceptions?|failures?|failed)\b|\b(?:errors?|exceptions?|failures?|fail|failed)[:=]? ?0\b/gi
/** Whole words, with an optional prefix as in `TypeError`. Excludes file names such as `error-page.ts`. */
const WORDS =
  /(?<![\w./-])(?:[a-z_$][\w$.]{0,100})?(?:errors?|exceptions?|fail|failed|failures?|fatal|panic|traceback)(?![\w/-]|\.\w)/i
const MARKS = /^\s*[✗✘✖×]/u

/** Returns whether a line of console output reports an error. */
export const isErrorLine = (line: string): boolean =>
  MARKS.test(line) || (!COMMAND.test(line) && WORDS.test(line.replace(NONE, '')))
