import { failurePartsOf } from '../../../contract/launches/failures/failure-parts.ts'
import { frameOf } from '../../../contract/launches/failures/stack-frames.ts'
import { textDiff, type DiffLine } from './text-diff.ts'

/** Consecutive stack frames; frames of runners and libraries are collapsed. */
export type TraceBlock = { kind: 'text' | 'team' | 'library'; lines: readonly string[] }

export type FailureFace = {
  message: string
  diff: readonly DiffLine[] | null
  trace: readonly TraceBlock[]
  /** Number of lines omitted from `trace`. */
  more: number
}

const MAX_LINES = 300

/** A failure prepared for display without repeated text. `text` is the plain original. */
export const failureFaceOf = (text: string): FailureFace => {
  const { message, expected, received, valueLines } = failurePartsOf(text)
  const diff = expected !== null && received !== null ? textDiff(expected, received) : null
  // Agents often send the message followed by a trace that starts with it.
  const shown = new Set([...message.split('\n'), ...(diff === null ? [] : [...valueLines, ...LEGENDS])])
  const lines = text.split(/\r\n?|\n/).filter((line) => !shown.has(textOf(line)) && !isLegend(line, diff !== null))
  return { message, diff, trace: blocksOf(lines.slice(0, MAX_LINES)), more: Math.max(0, lines.length - MAX_LINES) }
}

const LEGENDS = ['+ expected - actual']
const isLegend = (line: string, hasDiff: boolean): boolean => hasDiff && /^[-+] (?:Expected|Received)/.test(line.trim())

/** pytest prefixes the lines of the error with E. */
const textOf = (line: string): string => (/^E {2,}\S/.test(line) ? line.slice(1) : line).trim()

const blocksOf = (lines: readonly string[]): TraceBlock[] => {
  const blocks: { kind: TraceBlock['kind']; lines: string[] }[] = []
  let isPythonFrame = false
  for (const line of lines) {
    const frame = frameOf(line)
    const last = blocks.at(-1)
    // Python prints a frame's source below it.
    const isCode: boolean = frame === null && isPythonFrame && line.startsWith('    ')
    const kind = isCode && last ? last.kind : frame === null ? 'text' : frame.isTeams ? 'team' : 'library'
    isPythonFrame = isCode ? isPythonFrame : line.trim().startsWith('File "')
    const isBlank = line.trim() === ''
    if (isBlank && (last === undefined || last.lines.at(-1)?.trim() === '')) continue
    if (last !== undefined && (last.kind === kind || isBlank)) last.lines.push(line)
    else blocks.push({ kind, lines: [line] })
  }
  return blocks.filter((block) => block.lines.some((line) => line.trim() !== ''))
}
