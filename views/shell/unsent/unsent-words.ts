import { exploratoryUnsentWords } from '../../exploratory/unsent-words.ts'
import { runUnsentWords } from '../../runs/unsent-words.ts'
import type { UnsentWords } from '../../shared/unsent-words.ts'

/** By capability, as their commands are registered. */
const words: Readonly<Record<string, UnsentWords>> = { exploratory: exploratoryUnsentWords, runs: runUnsentWords }

/** Returns how a stream's commands are described, and the path of the page where a user decides about them. */
export function unsentWordsOf({ stream, projectKey }: { stream: string; projectKey: string }) {
  const [capability = '', ...id] = stream.split(':')
  const known = words[capability]
  return known && { ...known, address: known.href(projectKey, id.join(':')) }
}
