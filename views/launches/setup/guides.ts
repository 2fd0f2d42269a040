import { parseGuide } from './guide.ts'

const files = import.meta.glob<string>(['../../../docs/guides/*.md', '!**/README.md'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** All guides, in display order. */
export const GUIDES = Object.entries(files)
  .map(([path, text]) => parseGuide(path.slice(path.lastIndexOf('/') + 1, -'.md'.length), text))
  .toSorted((one, other) => one.order - other.order)
