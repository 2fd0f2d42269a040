import type { LaunchRow } from '../rows.ts'

/** Returns the launch after a call of its agent. A launch that was ended for its agent's silence is in progress again (protocol 3). */
export const touchOrReviveLaunch = (row: LaunchRow, now: Date): LaunchRow =>
  row.ended_by === 'silence'
    ? { ...row, heard_at: now, status: 'IN_PROGRESS', ended_at: null, ended_by: null }
    : { ...row, heard_at: now }
