/** Day names by number in expressions; Sunday is 0 and 7. */
const DAYS = ['Sundays', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays']
const NAMES = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']

const list = new Intl.ListFormat('en')

/** Describes a common six-part cron expression: "Every day at 01:30". Null for other expressions. */
export const formatCron = (cron: string): string | null => {
  const [second, minute = '', hour = '', date, month, day = '', ...more] = cron.trim().split(/\s+/)
  if (more.length > 0 || second !== '0' || month !== '*') return null
  const isAnyDay = date === '*' && day === '*'
  if (isAnyDay && hour === '*') return withinHour(minute)
  const at = timeOf(hour, minute)
  if (at === null) return null
  if (isAnyDay) return `Every day at ${at}`
  if (day === '*' && isNumber(date, 1, 31)) return `On day ${Number(date)} of each month at ${at}`
  if (date !== '*') return null
  const days = daysOf(day)
  return days === null ? null : `${days} at ${at}`
}

const isNumber = (text: string | undefined, min: number, max: number): boolean =>
  text !== undefined && /^\d{1,2}$/.test(text) && Number(text) >= min && Number(text) <= max

const withinHour = (minute: string): string | null => {
  if (isNumber(minute, 0, 59)) return `Every hour at :${minute.padStart(2, '0')}`
  const step = /^\*\/(\d{1,2})$/.exec(minute)?.[1]
  // Steps that do not divide 60 are irregular at the end of each hour.
  return step !== undefined && Number(step) > 1 && 60 % Number(step) === 0 ? `Every ${Number(step)} minutes` : null
}

const timeOf = (hour: string, minute: string): string | null =>
  isNumber(hour, 0, 23) && isNumber(minute, 0, 59) ? `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}` : null

const dayOf = (text: string): number => (isNumber(text, 0, 7) ? Number(text) : NAMES.indexOf(text.toUpperCase()))

const daysOf = (text: string): string | null => {
  const [first = '', last, ...more] = text.split('-')
  if (last !== undefined) {
    const [from, to] = [dayOf(first), dayOf(last)]
    return more.length === 0 && from >= 0 && to > from ? `${DAYS[from]} to ${DAYS[to]}` : null
  }
  const days = text.split(',').map(dayOf)
  return days.every((day) => day >= 0) ? list.format(days.map((day) => DAYS[day] ?? '')) : null
}
