/** Common prefix of all draft streams. */
export const DRAFTS = 'draft:'

export const isDraftStream = (stream: string): boolean => stream.startsWith(DRAFTS)
