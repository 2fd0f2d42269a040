/** `2h 05m`, `45m`, `30s` below a minute, `0m` for nothing. */
export const elapsedWords = (millis: number): string => {
  const minutes = Math.floor(millis / 60_000)
  if (minutes === 0) return millis < 1000 ? '0m' : `${Math.floor(millis / 1000)}s`
  const [h, m] = [Math.floor(minutes / 60), minutes % 60]
  return h === 0 ? `${m}m` : `${h}h ${String(m).padStart(2, '0')}m`
}

/** As a clock shows it: `04:07`, `1:04:07`. */
export const clockFigures = (millis: number): string => {
  const seconds = Math.floor(millis / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return h === 0 ? `${two(m)}:${two(s)}` : `${h}:${two(m)}:${two(s)}`
}
