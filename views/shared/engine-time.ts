const HOUR = 3600

/** Formats seconds to the minute, short times to the second: "2 h 5 min", "12 min", "8 s". */
export const formatEngineTime = (seconds: number): string => {
  if (seconds < 60) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const rest = minutes % 60
  return `${Math.floor(minutes / 60).toLocaleString('en-US')} h${rest === 0 ? '' : ` ${rest} min`}`
}

/** Axis labels with one unit. */
export const formatAxisTime = (seconds: number): string =>
  seconds < 60
    ? `${Math.round(seconds)} s`
    : seconds < HOUR
      ? `${Math.round(seconds / 60)} min`
      : `${Math.round((seconds / HOUR) * 10) / 10} h`
