/** The command itself, as the engine writes it. */
const COMMAND = /^\$ /
/** "0 errors", "no failures" and "fail 0" are good news. */
const NONE =
  /\b(?:0|no|without) (?:errors?|exceptions?|failures?|failed)\b|\b(?:errors?|exceptions?|failures?|fail|failed)[:=]? ?0\b/gi
/** Whole words, with a prefix as in `TypeError`. Not in names of files, as in `error-page.ts`. */
const WORDS =
  /(?<![\w./-])(?:[a-z_$][\w$.]{0,100})?(?:errors?|exceptions?|fail|failed|failures?|fatal|panic|traceback)(?![\w/-]|\.\w)/i
const MARKS = /^\s*[✗✘✖×]/u

/** Returns whether a line of console output reports an error. */
export const isErrorLine = (line: string): boolean =>
  MARKS.test(line) || (!COMMAND.test(line) && WORDS.test(line.replace(NONE, '')))
