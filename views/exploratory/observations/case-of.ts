import type { NewCase } from '../../../contract/cases/cases.ts'
import type { Step } from '../../../contract/cases/steps.ts'
import { LIMITS } from '../../../contract/limits.ts'

/** Converts an observation to a test case: the first line is the title, list items are steps, the rest is the description. */
export const caseOf = (
  { description }: { description: string },
  newId: () => string = () => crypto.randomUUID(),
): Pick<NewCase, 'title' | 'description' | 'steps'> => {
  const lines = description.trim().split('\n')
  const isItem = (line: string) => /^\s*(?:[-*+]|\d+[.)])\s+\S/.test(line)
  const plain = (line: string) => line.replace(/^\s*(?:[-*+]|\d+[.)]|#{1,6}|>)\s+/, '').trim()
  const step = (action: string): Step => ({
    kind: 'step',
    id: newId(),
    action: action.slice(0, LIMITS.maxCaseText),
    expectedResult: '',
    attachments: [],
  })
  const items = lines.filter(isItem).map((line) => step(plain(line)))
  const [first = '', ...rest] = lines
  return {
    title: plain(first).slice(0, LIMITS.caseTitle),
    description: rest
      .filter((line) => !isItem(line))
      .join('\n')
      .trim()
      .slice(0, LIMITS.maxCaseText),
    // Without a list, the observation itself is the single step.
    steps: items.length > 0 ? items.slice(0, LIMITS.maxSteps) : [step(description.trim())],
  }
}
