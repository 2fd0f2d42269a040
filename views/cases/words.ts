import { inFigures } from '../ui/figures.ts'

/** '1 suite', '1,204 suites'. */
export const countWords = (count: number, one: string, many: string): string =>
  `${inFigures(count)} ${count === 1 ? one : many}`
