/** What the names of all streams of drafts begin with. */
export const DRAFTS = 'draft:'

export const isDraftStream = (stream: string): boolean => stream.startsWith(DRAFTS)
