import { exploratoryUnsentTexts } from '../../exploratory/unsent-texts.ts'
import { runUnsentTexts } from '../../runs/unsent-texts.ts'
import type { UnsentTexts } from '../../shared/unsent-texts.ts'

/** By capability, as their commands are registered. */
const words: Readonly<Record<string, UnsentTexts>> = { exploratory: exploratoryUnsentTexts, runs: runUnsentTexts }

/** Returns how a stream's commands are described, and the path of the page where a user decides about them. */
export function unsentTextsOf({ stream, projectKey }: { stream: string; projectKey: string }) {
  const [capability = '', ...id] = stream.split(':')
  const known = words[capability]
  return known && { ...known, address: known.href(projectKey, id.join(':')) }
}
