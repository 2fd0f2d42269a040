/** Parses parameters of a CI build: one `name=value` per line (RELAUNCH-17). */
import { z } from 'zod/mini'

const LINE = /^[A-Za-z_][\w.-]{0,99}=.{0,2000}$/
const MAX = 50

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

export const BuildParameters = z.string().check(
  z.refine((text) => linesOf(text).every((line) => LINE.test(line)), 'Write one name=value on each line'),
  z.refine((text) => linesOf(text).length <= MAX, `At most ${MAX} parameters`),
)

/** The last value of a repeated name wins. */
export const parametersIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    linesOf(text).map((line) => {
      const at = line.indexOf('=')
      return [line.slice(0, at), line.slice(at + 1)]
    }),
  )
