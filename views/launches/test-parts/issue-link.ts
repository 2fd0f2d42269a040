import { isWebAddress } from '../../../contract/links.ts'

/** Returns an issue's label and link: its key, or the last part of its URL (ISSUES-06). */
export const issueLink = (id: string): { words: string; href?: string } => {
  if (!isWebAddress(id) || !URL.canParse(id)) return { words: id }
  const { pathname, host, href } = new URL(id)
  const last = pathname.split('/').findLast((part) => part !== '')
  return { words: last === undefined ? host : decoded(last), href }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
