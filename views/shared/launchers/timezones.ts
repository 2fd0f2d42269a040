/** UTC offsets in use, then names of the time zone database. */
const OFFSETS = Array.from({ length: 27 }, (_, place) => {
  const hours = place - 12
  return `GMT${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`
})

/** UTC, and current names of zones that browsers list by their former names only. */
const UNLISTED = [
  'UTC',
  'Africa/Asmara',
  'America/Argentina/Buenos_Aires',
  'America/Nuuk',
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Yangon',
  'Atlantic/Faroe',
  'Europe/Kyiv',
  'Pacific/Chuuk',
  'Pacific/Kanton',
  'Pacific/Pohnpei',
]

export const TIMEZONES: readonly string[] = [
  ...OFFSETS,
  ...[...new Set([...UNLISTED, ...Intl.supportedValuesOf('timeZone')])].toSorted(),
]
