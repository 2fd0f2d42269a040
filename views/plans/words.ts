import { inFigures } from '../ui/text/figures.ts'

export const countWords = (count: number, one: string, many: string): string =>
  `${inFigures(count)} ${count === 1 ? one : many}`
