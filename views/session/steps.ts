/** Steps of the first-run set-up; the launches page is the last one. */
export const STEPS = ['Workspace', 'First project', 'First results'] as const

export const NOTE = 'All data stays on this server.'
