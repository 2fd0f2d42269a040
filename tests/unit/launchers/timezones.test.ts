import { expect, test } from 'vitest'
import { isTimezone } from '../../../contract/launchers/cron.ts'
import { TIMEZONES } from '../../../views/shared/launchers/timezones.ts'

test('[SCHED-07] lists current names of time zones, which browsers omit, each once and each accepted by the server', () => {
  expect(TIMEZONES).toEqual(expect.arrayContaining(['UTC', 'Asia/Kolkata', 'Europe/Kyiv', 'Europe/Berlin']))
  expect(new Set(TIMEZONES).size).toBe(TIMEZONES.length)
  expect(TIMEZONES.filter((zone) => !isTimezone(zone))).toEqual([])
})
