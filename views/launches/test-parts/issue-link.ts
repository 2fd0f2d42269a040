import { isWebAddress } from '../../../contract/links.ts'

/** How an issue is shown: by its key, and where its address was given, as a link named by what the address ends with (ISSUES-06). */
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
