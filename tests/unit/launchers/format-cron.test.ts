import { expect, test } from 'vitest'
import { formatCron } from '../../../views/shared/launchers/format-cron.ts'

test('describes common expressions in words', () => {
  const said = (crons: string[]) => crons.map(formatCron)
  expect(said(['0 30 1 * * *', ' 0  5 14 * * * ', '0 0 6 * * 6', '0 0 6 * * SUN', '0 0 6 * * 7'])).toEqual([
    'Every day at 01:30',
    'Every day at 14:05',
    'Saturdays at 06:00',
    'Sundays at 06:00',
    'Sundays at 06:00',
  ])
  expect(said(['0 0 22 * * 1-5', '0 0 22 * * mon-fri', '0 15 8 * * 1,3,5', '0 0 3 15 * *'])).toEqual([
    'Mondays to Fridays at 22:00',
    'Mondays to Fridays at 22:00',
    'Mondays, Wednesdays, and Fridays at 08:15',
    'On day 15 of each month at 03:00',
  ])
  expect(said(['0 0 * * * *', '0 5 * * * *', '0 */15 * * * *'])).toEqual([
    'Every hour at :00',
    'Every hour at :05',
    'Every 15 minutes',
  ])
})

test('does not describe expressions that words cannot express correctly', () => {
  const odd = ['30 0 1 * * *', '0 */7 * * * *', '0 0 1 1 * 1', '0 0 1 * 6 *', '0 0 1 * * 5-1', '0 0 1 * * 1#2']
  const broken = ['0 0 1-5 * * *', '0 0 1 * * 8', '0 0 1 * * 1,x', '0 0 1 L * *', '0 0 1 * * 1-2-3', '* * * * *', '']
  for (const cron of [...odd, ...broken]) expect([cron, formatCron(cron)]).toEqual([cron, null])
})
