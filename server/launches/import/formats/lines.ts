import type { ReportInput } from './format.ts'

const LINE_LIMIT = 32 * 1024 * 1024

/** Yields the lines of a report, numbered from 1. One that is too long is left out, which a problem says. */
export async function* linesOf(input: ReportInput): AsyncGenerator<{ line: string; number: number }> {
  let rest = ''
  let number = 0
  let isTooLong = false
  for await (const part of input.text()) {
    const lines = part.split('\n')
    const last = lines.pop() ?? ''
    for (const line of lines) {
      number += 1
      const whole = rest + line
      rest = ''
      if (!isTooLong) yield { line: whole, number }
      isTooLong = false
    }
    if (!isTooLong) rest += last
    if (rest.length <= LINE_LIMIT) continue
    input.problem({
      message: 'A line is too long and was left out',
      line: number + 1,
      group: 'too large',
      isLoss: true,
    })
    rest = ''
    isTooLong = true
  }
  if (!isTooLong) yield { line: rest, number: number + 1 }
}
