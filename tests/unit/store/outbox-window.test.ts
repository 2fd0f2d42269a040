import { BehaviorSubject, filter, firstValueFrom, ReplaySubject } from 'rxjs'
import { afterEach, expect, test } from 'vitest'
import type { ExploratoryCommand } from '../../../contract/exploratory/commands.ts'
import { carryOut } from '../../../store/outbox/exploratory/sessions.ts'
import { closeLog, openLog, type Log } from '../../../store/log/log.ts'
import { outboxWindow$, type OutboxWindow } from '../../../store/outbox/outbox-window.ts'
import { settle } from '../../../store/outbox/outbox.ts'
import './support/events.ts'

const logs: Log[] = []
afterEach(() => logs.splice(0).forEach(closeLog))

const deleted = (n: number): ExploratoryCommand => ({
  type: 'observations/delete',
  sessionId: '11111111-1111-4111-8111-111111111111',
  observationIds: [`22222222-2222-4222-8222-2222222222${String(n).padStart(2, '0')}`],
})

test('reads only the visible waiting commands, those that need a decision first', async () => {
  const log = openLog('outbox-window')
  logs.push(log)
  const stretch$ = new BehaviorSubject({ from: 0, to: 3 })
  // One look that goes on, as a panel's does.
  const window$ = new ReplaySubject<OutboxWindow>(1)
  const looking = outboxWindow$(log, stretch$).subscribe(window$)
  expect((await firstValueFrom(window$)).rows).toEqual([])
  await new Promise((resolve) => setTimeout(resolve, 400)) // nothing is under way any more
  const full = firstValueFrom(window$.pipe(filter(({ rows }) => rows.length === 12)))
  const commands = Array.from({ length: 12 }, (_, n) => ({ projectKey: 'SHOP', command: deleted(n) }))
  const keys = await carryOut(log, commands)
  const seen = await full
  expect(seen.rows.map(({ key }) => key)).toEqual(keys)
  expect([...seen.seen.keys()]).toEqual(keys.slice(0, 3))
  const refused = firstValueFrom(window$.pipe(filter(({ rows }) => rows[0]?.refusal === 'invalid')))
  const [, , , , , sixth = ''] = keys
  await settle(log, {
    outcomes: [{ key: sixth, outcome: 'refused', refusal: { reason: 'invalid', message: 'No such observation' } }],
    sessions: [],
  })
  const { rows, seen: words } = await refused
  expect(rows.map(({ key }) => key)).toEqual([sixth, ...keys.filter((key) => key !== sixth)])
  expect(words.get(sixth)?.message).toBe('No such observation')
  stretch$.next({ from: 9, to: 20 })
  const last = await firstValueFrom(window$.pipe(filter(({ seen: some }) => !some.has(sixth))))
  expect([...last.seen.keys()]).toEqual(keys.slice(9))
  looking.unsubscribe()
})
