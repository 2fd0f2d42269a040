/** What the first visitor goes through; the last one is the launches page itself. */
export const STEPS = ['Workspace', 'First project', 'First results'] as const

export const NOTE = 'All data stays on this server.'
