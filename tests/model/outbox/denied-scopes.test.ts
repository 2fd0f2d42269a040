import { filter, firstValueFrom, NEVER, of, Subject } from 'rxjs'
import { afterEach, expect, test } from 'vitest'
import { SimulatedClock } from 'xstate'
import { ERROR_CODES } from '../../../contract/errors.ts'
import type { SentCommand } from '../../../contract/outbox.ts'
import { ApiError } from '../../../services/http/api-error.ts'
import { closeLog, openLog, type Log } from '../../../store/log/log.ts'
import { enqueue } from '../../../store/outbox/commands.ts'
import { startOutbox, type Outbox } from '../../../views/boot/outbox/outbox.ts'
import { outboxNoticeText } from '../../../views/shell/unsent/outbox-text.ts'
import { shopping, Shop, type LineCommand } from '../support/outbox/shopping-list.ts'
import '../../unit/store/support/events.ts'

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

const write: LineCommand = { type: 'line/write', list: 'groceries', line: '1', text: 'milk', receipts: [] }

/** A device with one unsent command, whose server denies it until `isAllowed`. */
const aDeniedDevice = async (error: ApiError) => {
  const log: Log = openLog(`denied-${Math.random()}`)
  const shop = new Shop()
  const clock = new SimulatedClock()
  const changes$ = new Subject<void>()
  const device = { shop, clock, changes$, isAllowed: false, followed: [] as string[] }
  const outbox: Outbox = startOutbox({
    log,
    server: {
      sendCommands: (_call: unknown, _projectKey: string, commands: SentCommand[]) =>
        device.isAllowed ? Promise.resolve(shop.carryOut(commands)) : Promise.reject(error),
      uploadState: () => Promise.reject(error),
      sendChunk: () => Promise.reject(error),
    },
    personId: 1,
    locks: undefined,
    isOnline$: of(true),
    reached$: NEVER,
    opened$: NEVER,
    accessChanges$: (projectKey) => {
      device.followed.push(projectKey)
      return changes$
    },
    clock,
    jitter: () => 1,
  })
  closing.push(() => {
    outbox.stop()
    closeLog(log)
  })
  await enqueue(log, shopping, [{ projectKey: 'SHOP', command: write }])
  const state = await firstValueFrom(
    outbox.state$.pipe(filter(({ trouble, unsent }) => trouble === 'denied' && unsent === 1)),
  )
  return { ...device, device, state, sent: firstValueFrom(outbox.state$.pipe(filter(({ unsent }) => unsent === 0))) }
}
const denial = (status: number, code: string) => new ApiError('refused', { status, code, message: 'No' })

test.each([
  ['role', denial(403, ERROR_CODES.forbidden), 'Your role in SHOP does not allow them now. Sent when it does.'],
  [
    'feature',
    denial(403, ERROR_CODES.featureOff),
    'A feature that SHOP needs is switched off. Sent when it is on again.',
  ],
  [
    'membership',
    denial(404, ERROR_CODES.notFound),
    'SHOP was deleted, or you are no longer a member. Copy or discard them.',
  ],
])('a change denied for the %s says so, and is sent once the access has changed', async (_, error, text) => {
  const { device, state, changes$, sent, shop } = await aDeniedDevice(error)
  expect(outboxNoticeText(state)?.text).toBe(`Saved on this device. ${text}`)
  expect(device.followed).toEqual(['SHOP'])
  device.isAllowed = true
  changes$.next()
  await sent
  expect(shop.carried).toHaveLength(1)
})

test('a change denied to a user who was removed from the project is sent after a pause once the user is a member again', async () => {
  const { device, clock, sent, shop } = await aDeniedDevice(denial(404, ERROR_CODES.notFound))
  device.isAllowed = true
  clock.increment(1000)
  await sent
  expect(shop.carried).toHaveLength(1)
})
