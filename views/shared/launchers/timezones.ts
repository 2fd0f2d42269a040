/** UTC offsets in use, then names of the time zone database. */
const OFFSETS = Array.from({ length: 27 }, (_, place) => {
  const hours = place - 12
  return `GMT${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`
})

export const TIMEZONES: readonly string[] = [...OFFSETS, ...Intl.supportedValuesOf('timeZone')]
