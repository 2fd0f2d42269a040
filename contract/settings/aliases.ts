/** Splits comma-separated aliases: trims them and drops empty ones. */
export const aliasesOf = (text: string): string[] =>
  text
    .split(',')
    .map((alias) => alias.trim())
    .filter(Boolean)

/** Removes blank aliases. Applied when the field loses focus, and before storing (RESULTS-27). */
export const withoutBlankAliases = (text: string): string => aliasesOf(text).join(',')
