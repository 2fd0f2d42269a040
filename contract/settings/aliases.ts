/** The aliases of a comma-separated text as they were typed, without blanks around them and without blank ones. */
export const aliasesOf = (text: string): string[] =>
  text
    .split(',')
    .map((alias) => alias.trim())
    .filter(Boolean)

/** What a text of aliases becomes when the field loses focus, and before it is stored (RESULTS-27). */
export const withoutBlankAliases = (text: string): string => aliasesOf(text).join(',')
