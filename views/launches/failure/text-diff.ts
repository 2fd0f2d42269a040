/** Diff between expected and received text, by line and within lines. */

export type DiffPart = { text: string; isChanged: boolean }
export type DiffLine = { kind: 'same' | 'expected' | 'received'; parts: readonly DiffPart[] }

/** Longer values are cut before the comparison. */
export const DIFF_LINES = 200
const DIFF_CHARACTERS = 20_000

/** Quadratic in the number of lines (at most `DIFF_LINES`), linear in their length. */
export const textDiff = (expected: string, received: string): DiffLine[] => {
  const [before, after] = [linesOf(expected), linesOf(received)]
  const lines: DiffLine[] = []
  for (const step of stepsOf(before, after)) {
    if ('same' in step) lines.push({ kind: 'same', parts: [{ text: step.same, isChanged: false }] })
    else lines.push(...changedLines(step.expected, step.received))
  }
  return lines
}

const linesOf = (text: string): string[] => text.slice(0, DIFF_CHARACTERS).split('\n').slice(0, DIFF_LINES)

type Step = { same: string } | { expected: string[]; received: string[] }

/** Runs of equal and different lines, by longest common subsequence. */
const stepsOf = (before: readonly string[], after: readonly string[]): Step[] => {
  const width = after.length + 1
  const common = new Uint16Array((before.length + 1) * width)
  const at = (i: number, j: number) => common[i * width + j] ?? 0
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      common[i * width + j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const steps: Step[] = []
  let change: { expected: string[]; received: string[] } | null = null
  const changing = () => {
    if (change === null) steps.push((change = { expected: [], received: [] }))
    return change
  }
  for (let i = 0, j = 0; i < before.length || j < after.length;) {
    const [one, other] = [before[i], after[j]]
    if (one !== undefined && one === other) {
      steps.push({ same: one })
      change = null
      i += 1
      j += 1
    } else if (one !== undefined && (other === undefined || at(i + 1, j) >= at(i, j + 1))) {
      changing().expected.push(one)
      i += 1
    } else if (other !== undefined) {
      changing().received.push(other)
      j += 1
    }
  }
  return steps
}

/** An equal number of lines on both sides is shown as changed lines. */
const changedLines = (expected: readonly string[], received: readonly string[]): DiffLine[] => {
  const arePairs = expected.length === received.length
  const lineOf = (kind: 'expected' | 'received', text: string, other: string | undefined): DiffLine => ({
    kind,
    parts: arePairs && other !== undefined ? partsOf(text, other) : [{ text, isChanged: true }],
  })
  return [
    ...expected.map((text, index) => lineOf('expected', text, received[index])),
    ...received.map((text, index) => lineOf('received', text, expected[index])),
  ]
}

/** Splits into words and single characters between them. */
const tokenize = (text: string): readonly string[] => text.match(/[\p{L}\p{N}_]+|[^\p{L}\p{N}_]/gu) ?? []

/** Returns the part between the common prefix and suffix. */
const partsOf = (text: string, other: string): DiffPart[] => {
  const [own, its] = [tokenize(text), tokenize(other)]
  const max = Math.min(own.length, its.length)
  let start = 0
  while (start < max && own[start] === its[start]) start += 1
  let end = 0
  while (end < max - start && own[own.length - 1 - end] === its[its.length - 1 - end]) end += 1
  const parts = [
    { text: own.slice(0, start).join(''), isChanged: false },
    { text: own.slice(start, own.length - end).join(''), isChanged: true },
    { text: own.slice(own.length - end).join(''), isChanged: false },
  ]
  return parts.filter((part) => part.text !== '')
}
