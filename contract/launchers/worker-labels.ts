import { z } from 'zod/mini'

const LABEL = /^[\w.-]{0,50}$/
const MAX = 20

const label = z.string().check(z.trim(), z.regex(LABEL, 'Use letters, digits, dots, dashes and underscores only'))

/** Labels that a worker offers and a launcher may require, such as `linux` or `gpu`: distinct and not empty. */
export const WorkerLabels = z.array(label).check(
  z.maxLength(MAX, `At most ${MAX} labels`),
  z.overwrite((labels) => [...new Set(labels.filter(Boolean))]),
)

/** Splits comma-separated labels. */
export const labelsIn = (text: string): string[] => text.split(',').flatMap((one) => one.trim() || [])
