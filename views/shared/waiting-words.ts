const many = (count: number, one: string) => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`

/** `2 changes`, `1 file`, `2 changes and 1 file`; empty where there is neither. */
export const waitingWords = (changes: number, files: number): string =>
  [changes > 0 && many(changes, 'change'), files > 0 && many(files, 'file')]
    .filter((part) => part !== false)
    .join(' and ')
