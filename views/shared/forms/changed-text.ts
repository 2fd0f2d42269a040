import { inFigures } from '../../ui/text/figures.ts'

/** Describes a changed list: 'Test cases: 2 added, 1 removed'; null for no change. */
export const changedText = (name: string, counts: Readonly<Record<string, number>>): string | null => {
  const parts = Object.entries(counts).flatMap(([word, count]) => (count > 0 ? `${inFigures(count)} ${word}` : []))
  return parts.length === 0 ? null : `${name}: ${parts.join(', ')}`
}
