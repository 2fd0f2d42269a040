import { CONSOLE_MASK } from '../../../contract/launchers/engine.ts'

export interface LinePart {
  text: string
  /** `secret`: a masked secret. */
  kind: 'plain' | 'passed' | 'failed' | 'warning' | 'secret'
}

const BEGINNING = /^(\s*)(?:([✓✔√])|([✗✘✖×✕])|(\[?warn(?:ing)?\b\]?:?))(?=\s|$)/i

/** Splits a line into parts to style: a leading result or warning sign, and masked secrets. */
export const lineParts = (text: string): LinePart[] => {
  const [whole = '', space = '', passed, failed, warning] = BEGINNING.exec(text) ?? []
  const sign = passed ?? failed ?? warning
  const kind = passed !== undefined ? 'passed' : failed !== undefined ? 'failed' : 'warning'
  const rest = withSecrets(text.slice(whole.length))
  if (sign === undefined) return rest
  return [...(space === '' ? [] : [{ text: space, kind: 'plain' as const }]), { text: sign, kind }, ...rest]
}

const withSecrets = (text: string): LinePart[] => {
  const parts = text
    .split(CONSOLE_MASK)
    .flatMap((part, place): LinePart[] => [
      ...(place === 0 ? [] : [{ text: CONSOLE_MASK, kind: 'secret' as const }]),
      { text: part, kind: 'plain' },
    ])
  return parts.filter((part) => part.text !== '')
}
