import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Returns when a process started, as text to compare for equality; null if that is unknown. */
export const processStart = (pid: number): string | null => {
  if (process.platform === 'linux') return fromProc(pid)
  if (process.platform === 'win32') return null
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null
  } catch {
    return null
  }
}

const fromProc = (pid: number): string | null => {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in parentheses and may contain spaces; the start time is the 22nd field.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    return ticks === undefined ? null : `${boot}:${ticks}`
  } catch {
    return null
  }
}
