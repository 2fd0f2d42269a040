import { stripVTControlCharacters } from 'node:util'

interface Failure {
  message?: string | undefined
  stack?: string | undefined
}

/** Returns the text of the failures of one test, without the colors of a terminal; null without any. */
export const errorsText = (errors: readonly Failure[] | undefined): string | null =>
  [...new Set((errors ?? []).map(textOf))].filter(Boolean).join('\n\n') || null

const textOf = ({ message = '', stack = '' }: Failure): string =>
  stripVTControlCharacters(stack.includes(message) ? stack : `${message}\n${stack}`).trim()
