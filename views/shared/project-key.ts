/** Suggests a project key: initials of several words, or the start of one; '' when the name has no letters. */
export const suggestKey = (name: string): string => {
  const words = name
    .normalize('NFD')
    .toUpperCase()
    .replace(/\p{M}/gu, '')
    .split(/[^A-Z0-9]+/)
    .filter(Boolean)
  const letters = words.length > 1 ? words.map((word) => word[0]).join('') : (words[0] ?? '')
  const key = letters.replace(/^[0-9]+/, '').slice(0, words.length > 1 ? 5 : 4)
  return key.length < 2 ? '' : key
}
