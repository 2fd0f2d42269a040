/** Pure operations on the steps of a case. */
import type { Attachment, CaseStep, Step } from '../../../contract/cases/steps.ts'

export const newStep = (words: Partial<Pick<Step, 'action' | 'expectedResult'>> = {}): Step => ({
  kind: 'step',
  id: crypto.randomUUID(),
  action: '',
  expectedResult: '',
  attachments: [],
  ...words,
})

export const isBlank = (step: CaseStep): boolean =>
  step.kind === 'step' &&
  step.action.trim() === '' &&
  step.expectedResult.trim() === '' &&
  step.attachments.length === 0

/** Inserts after the step with that id; at the end for null. */
export const insertAfter = <One extends CaseStep>(steps: readonly One[], id: string | null, added: One[]): One[] => {
  const at = steps.findIndex((step) => step.id === id)
  return at < 0 ? [...steps, ...added] : [...steps.slice(0, at + 1), ...added, ...steps.slice(at + 1)]
}

export const without = <One extends CaseStep>(steps: readonly One[], id: string): One[] =>
  steps.filter((step) => step.id !== id)

export const changed = <One extends CaseStep>(
  steps: readonly One[],
  id: string,
  changes: Partial<Pick<Step, 'action' | 'expectedResult' | 'attachments'>>,
): One[] => steps.map((step) => (step.id === id && step.kind === 'step' ? { ...step, ...changes } : step))

export const moved = <One extends CaseStep>(steps: readonly One[], id: string, to: number): One[] => {
  const one = steps.find((step) => step.id === id)
  if (one === undefined) return [...steps]
  const rest = without(steps, id)
  return [...rest.slice(0, to), one, ...rest.slice(to)]
}

export const duplicated = <One extends CaseStep>(steps: readonly One[], id: string): One[] => {
  const one = steps.find((step) => step.id === id)
  return one === undefined ? [...steps] : insertAfter(steps, id, [{ ...one, id: crypto.randomUUID() }])
}

export const attachedTo = <One extends CaseStep>(steps: readonly One[], id: string, file: Attachment): One[] =>
  steps.map((step) =>
    step.id === id && step.kind === 'step' ? { ...step, attachments: [...step.attachments, file] } : step,
  )

/** Drops empty steps before saving. */
export const written = <One extends CaseStep>(steps: readonly One[]): One[] => steps.filter((step) => !isBlank(step))

/** List markers in pasted text: `1.`, `2)`, `-`, `*` or a bullet. */
const MARK = /^\s*(?:\d{1,3}[.)]|[-*•])\s+/

/** A quoted spreadsheet cell, with doubled quotes inside. */
const CELL = /(^|[\t\r\n])"((?:[^"]|"")*)"(?=[\t\r\n]|$)/g

const LINE_END = /\r\n?|\n/g

/** Placeholder for a line break inside a cell; a character that nobody types. */
const WITHIN = '\u2028'

/** Protects line breaks inside cells. Quoted text that is no cell stays unchanged. */
const withWholeCells = (text: string): string =>
  text.includes('\t')
    ? text.replace(CELL, (all, before: string, cell: string) =>
        /[\t\r\n]/.test(cell)
          ? before + cell.replaceAll('""', '"').replaceAll('\t', ' ').replace(LINE_END, WITHIN)
          : all,
      )
    : text

/**
 * Parses lines, also of a spreadsheet, as steps: a tab or ` | ` separates action and expected result. Null for a single line, which is
 * plain text.
 */
export const stepsOfText = (text: string): Step[] | null => {
  const lines = withWholeCells(text)
    .split(LINE_END)
    .map((line) => line.trimEnd())
    .filter((line) => line.trim() !== '')
  if (lines.length < 2 && lines[0]?.includes(WITHIN) !== true) return null
  const words = (cell: string) => cell.trim().replaceAll(WITHIN, '\n')
  return lines.map((line) => {
    const [action = '', ...rest] = line.includes('\t') ? line.split('\t') : line.split(' | ')
    return newStep({ action: words(action.replace(MARK, '')), expectedResult: words(rest.join(' ')) })
  })
}
