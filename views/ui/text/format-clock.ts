/** Formats elapsed time. Formats that every page needs are in `time.ts`. */

const two = (value: number) => String(value).padStart(2, '0')

/** Whole hours, and the minutes and seconds beside them. */
const partsOf = (ms: number): readonly [hours: number, minutes: number, seconds: number] => {
  const seconds = Math.floor(Math.max(0, ms) / 1000)
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
}

/** Hours and minutes: `0h 04m`, `1h 04m`. Rounds down to minutes. */
export const formatHours = (ms: number): string => {
  const [h, m] = partsOf(ms)
  return `${h}h ${two(m)}m`
}

/** Compact: `2h 05m`, `45m`, `30s` below a minute, `0m` for zero. */
export const formatTimeSpent = (ms: number): string => {
  const [h, m, s] = partsOf(ms)
  if (h > 0) return formatHours(ms)
  return m === 0 && s > 0 ? `${s}s` : `${m}m`
}

/** `14:05` in the reader's time zone; without `Intl`, which is slow for every row of a long list. */
export const timeOfDay = (at: Date): string => `${two(at.getHours())}:${two(at.getMinutes())}`

/** A running clock: `00:24:36`. */
export const clockFace = (ms: number): string => partsOf(ms).map(two).join(':')

/** A clock's reading: `4:10`, `24:10`, `1:04:10`. */
export const clockMark = (ms: number): string => {
  const [h, m, s] = partsOf(ms)
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}
