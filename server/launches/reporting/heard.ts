import type { LaunchRow } from '../rows.ts'

/** A launch whose agent has just spoken. One that was ended for its agent's silence goes on where it was (protocol 3). */
export const heard = (row: LaunchRow, now: Date): LaunchRow =>
  row.ended_by === 'silence'
    ? { ...row, heard_at: now, status: 'IN_PROGRESS', ended_at: null, ended_by: null }
    : { ...row, heard_at: now }
