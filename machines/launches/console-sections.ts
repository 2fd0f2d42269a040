import type { LaunchAttempt } from '../../contract/launchers/engine.ts'
import { stagesOf, type AttemptStage, type StageName } from './attempt-stages.ts'
import type { LineRange } from './console-text.ts'

/** Lines that an attempt printed during one of its stages. */
export interface ConsoleSection extends LineRange {
  stage: AttemptStage
}

/** Decision of the reader to open or fold a section, and where a search had led to at that time. */
export interface Fold {
  isOpen: boolean
  aim: { line: number } | null
}
export type Folds = Readonly<Partial<Record<StageName, Fold>>>

/** Returns the sections of a console of `count` lines. Empty when it cannot be divided: it has one section, or its stages are not known. */
export const sectionsOf = (attempt: LaunchAttempt, count: number): ConsoleSection[] => {
  const { linesBefore, clonedAt, begunAt, hasArtifacts } = attempt
  const isUnknown =
    (clonedAt !== null && linesBefore.image === null) || (begunAt !== null && linesBefore.command === null)
  if (isUnknown) return []
  const before: Partial<Record<StageName, number | null>> = {
    clone: 0,
    image: linesBefore.image,
    command: linesBefore.command,
    artifacts: hasArtifacts ? linesBefore.artifacts : null,
  }
  const begun = stagesOf(attempt).flatMap((stage) => {
    const lines = before[stage.name] ?? null
    return lines === null ? [] : [{ stage, from: lines + 1 }]
  })
  const sections = begun
    // The stages may be known before all of their lines.
    .map((section, place) => ({ ...section, to: Math.min(count, (begun[place + 1]?.from ?? count + 1) - 1) }))
    .filter(({ from, to }) => from <= to)
  return sections.length < 2 ? [] : sections
}

/** A section is open if it is the last one, or not finished well, until the reader decides otherwise; a search opens what it leads to. */
export const isOpen = (
  section: ConsoleSection,
  { isLast, folds, aim }: { isLast: boolean; folds: Folds; aim: { line: number } | null },
): boolean => {
  const fold = folds[section.stage.name]
  const isAimedAt = aim !== null && section.from <= aim.line && aim.line <= section.to
  if (isAimedAt && fold?.aim !== aim) return true
  return fold?.isOpen ?? (isLast || section.stage.state !== 'done')
}

export type ConsoleRow = { section: ConsoleSection; isOpen: boolean } | { line: number }

/** Rows of a console, of which only those in sight are drawn: the heads of its sections, and the lines of the open ones. */
export interface ConsoleRows {
  count: number
  /** `index`: below `count`. */
  at: (index: number) => ConsoleRow
  /** Index of a line, or of the head of the folded section that it belongs to. */
  indexOf: (line: number) => number
  /** Lines among the rows of these indexes. */
  linesOf: (first: number, last: number) => LineRange[]
}

export const consoleRows = (
  sections: readonly { section: ConsoleSection; isOpen: boolean }[],
  count: number,
): ConsoleRows => {
  if (sections.length === 0)
    return {
      count,
      at: (index) => ({ line: index + 1 }),
      indexOf: (line) => line - 1,
      linesOf: (first, last) => [{ from: first + 1, to: last + 1 }],
    }
  let next = 0
  const heads = sections.map((one) => {
    const head = next
    const { from, to } = one.section
    next += 1 + (one.isOpen ? to - from + 1 : 0)
    return { ...one, head, from, end: next - 1 }
  })
  const holding = (index: number) => heads.findLast(({ head }) => head <= index) ?? heads[0]
  return {
    count: next,
    at: (index) => {
      const one = holding(index)
      if (one === undefined) return { line: index + 1 }
      const { head, from, section, isOpen: isUnfolded } = one
      return index === head ? { section, isOpen: isUnfolded } : { line: from + index - head - 1 }
    },
    indexOf: (line) => {
      const one = heads.findLast(({ from }) => from <= line)
      if (one === undefined) return 0
      return one.isOpen ? one.head + 1 + line - one.from : one.head
    },
    linesOf: (first, last) =>
      heads.flatMap(({ head, end, from }) => {
        const [a, b] = [Math.max(first, head + 1), Math.min(last, end)]
        return a > b ? [] : [{ from: from + a - head - 1, to: from + b - head - 1 }]
      }),
  }
}
