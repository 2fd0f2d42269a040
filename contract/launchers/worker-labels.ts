import { z } from 'zod/mini'

const LABEL = /^[\w.-]{1,50}$/
const MOST = 20

/** What a worker offers and a launcher may ask for, such as `linux` or `gpu`. */
export const WorkerLabel = z.string().check(z.regex(LABEL, 'Use letters, digits, dots, dashes and underscores only'))

export const WorkerLabels = z.array(WorkerLabel).check(z.maxLength(MOST, `At most ${MOST} labels`))

/** Labels as people write them, with commas between. */
export const labelsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((label) => label.trim())
      .filter(Boolean),
  ),
]
