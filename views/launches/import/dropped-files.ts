let waiting: readonly File[] = []

/** Hands files that were dropped on the list over to the import page. */
export const handFiles = (files: readonly File[]): void => {
  waiting = files
}

/** Returns the handed-over files once. */
export const takeHandedFiles = (): readonly File[] => {
  const files = waiting
  waiting = []
  return files
}
