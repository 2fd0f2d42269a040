/** The beginning of a text. Half a character at its end would be refused by the database, and break addresses. */
export const cut = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
