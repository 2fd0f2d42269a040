import type { CSSProperties } from 'react'
import type { RowHeights } from '../../../machines/cases/repository-layout.ts'

/** Row heights for a window width. A description gets the lines that it needs, at most six. */
export const heightsOf = (width: number): RowHeights => {
  const isNarrow = width < 960
  const room = isNarrow ? width - 32 : Math.max(320, width * 0.45)
  const lines = (text: string) =>
    text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil((line.length * 6.4) / room)), 0)
  return {
    suite: 38,
    case: isNarrow ? 52 : 36,
    quick: 40,
    actions: 36,
    suggestions: 44,
    suggestion: 60,
    description: (text) => 19 + 20 * Math.min(6, lines(text)),
  }
}

/** Returns the style of a row; the style sheet derives the indentation from `--level`. */
export const levelled = (style: CSSProperties, level: number): CSSProperties =>
  Object.assign(style, { '--level': level })
