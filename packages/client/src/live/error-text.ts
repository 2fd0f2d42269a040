import { inspect, stripVTControlCharacters } from 'node:util'

/** Maximum errors of a failure, with those that caused it. */
const MAX_ERRORS = 20

/**
 * Returns the text of what a test has thrown, which may be anything, and of its causes, without the colors of a terminal; null without any. Never
 * throws.
 */
export const errorsText = (errors: readonly unknown[] | undefined): string | null =>
  [...new Set((errors ?? []).map(withCauses))].filter(Boolean).join('\n\n') || null

const withCauses = (error: unknown): string => {
  try {
    const text = textOf(error)
    // The stack of some frameworks has the causes already.
    const causes = causesOf(error)
      .map(textOf)
      .filter((cause) => cause !== '' && !text.includes(cause))
    return [text, ...[...new Set(causes)].map((cause) => `Caused by: ${cause}`)].filter(Boolean).join('\n\n')
  } catch {
    return 'An error that cannot be read'
  }
}

/** Returns the causes of an error and the errors of an `AggregateError`, with their own, nearest first. */
const causesOf = (error: unknown): unknown[] => {
  const all = new Set([error])
  for (const one of all) {
    const { cause, errors } = (one ?? {}) as { cause?: unknown; errors?: unknown }
    const direct: unknown[] = [cause, ...(Array.isArray(errors) ? errors : [])]
    for (const found of direct) if (found !== undefined && found !== null && all.size < MAX_ERRORS) all.add(found)
  }
  return [...all].slice(1)
}

const textOf = (error: unknown): string => {
  const { message, stack } = (error ?? {}) as { message?: unknown; stack?: unknown }
  const first = typeof error === 'string' ? error : typeof message === 'string' ? message : ''
  const trace = typeof stack === 'string' ? stack : ''
  const text = stripVTControlCharacters(trace.includes(first) ? trace : `${first}\n${trace}`).trim()
  return text === '' && typeof error !== 'string' && first === '' ? inspect(error, { depth: 3 }) : text
}
