/** Texts of Hub Access, as specified. */
export const HUB_TEXTS = {
  none: 'No configured integrations',
  copied: 'URL was successfully copied',
  notCopied: 'Unable to create URL for current integration',
} as const
