/** Texts of Hub Access, fixed by the specification. */
export const HUB_WORDS = {
  none: 'No configured integrations',
  copied: 'URL was successfully copied',
  notCopied: 'Unable to create URL for current integration',
} as const
