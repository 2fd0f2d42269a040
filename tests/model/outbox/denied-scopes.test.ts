import { filter, firstValueFrom, map, NEVER, of, Subject } from 'rxjs'
import { afterEach, expect, test } from 'vitest'
import { SimulatedClock } from 'xstate'
import { ERROR_CODES } from '../../../contract/errors.ts'
import type { SentCommand } from '../../../contract/outbox.ts'
import { ApiError } from '../../../services/http/api-error.ts'
import { closeLog, openLog, type Log } from '../../../store/log/log.ts'
import { enqueue } from '../../../store/outbox/commands.ts'
import {
  startOutbox,
  type Outbox,
  type OutboxState,
  type OutboxTabMessage,
} from '../../../views/application/outbox/outbox.ts'
import { outboxNoticeText } from '../../../views/shell/unsent/outbox-text.ts'
import { shopping, Shop, type LineCommand } from '../support/outbox/shopping-list.ts'
import '../../unit/store/support/events.ts'

const closing: (() => void)[] = []
afterEach(() =>
  closing
    .splice(0)
    .reverse()
    .forEach((close) => close()),
)

const write: LineCommand = { type: 'line/write', list: 'groceries', line: '1', text: 'milk', receipts: [] }

/** A device with one unsent command and two tabs, of which the first sends. Its server denies the command until `isAllowed`. */
const aDeniedDevice = async (rejection: ApiError) => {
  const log: Log = openLog(`denied-${Math.random()}`)
  const shop = new Shop()
  const clock = new SimulatedClock()
  const changes$ = new Subject<void>()
  const device = { shop, clock, changes$, isAllowed: false, followed: [] as string[] }
  const sentMessage$ = new Subject<{ from: number; message: OutboxTabMessage }>()
  const deny = async () => {
    await Promise.resolve()
    throw rejection
  }
  const server = {
    sendCommands: async (_call: unknown, _projectKey: string, commands: SentCommand[]) =>
      device.isAllowed ? shop.carryOut(commands) : deny(),
    uploadState: deny,
    sendChunk: deny,
  }
  const open = (tab: number): Outbox => {
    const outbox = startOutbox({
      log,
      server,
      userId: 1,
      locks: {
        request: (_name: string, _: unknown, hold: () => Promise<void>) =>
          tab === 0 ? hold() : new Promise(() => undefined),
      } as unknown as LockManager,
      isOnline$: of(true),
      reached$: NEVER,
      opened$: NEVER,
      accessChanges$: (projectKey) => {
        device.followed.push(projectKey)
        return changes$
      },
      otherTabs: {
        message$: sentMessage$.pipe(
          filter(({ from }) => from !== tab),
          map(({ message }) => message),
        ),
        post: (message) => sentMessage$.next({ from: tab, message }),
      },
      clock,
      jitter: () => 1,
    })
    closing.push(() => outbox.stop())
    return outbox
  }
  closing.push(() => closeLog(log))
  await enqueue(log, shopping, [{ projectKey: 'SHOP', command: write }])
  const outbox = open(0)
  const isDenied = filter(({ trouble, unsent }: OutboxState) => trouble === 'denied' && unsent === 1)
  const state = await firstValueFrom(outbox.state$.pipe(isDenied))
  const follower = open(1)
  return {
    device,
    state,
    follower,
    inFollower: await firstValueFrom(follower.state$.pipe(isDenied)),
    sent: firstValueFrom(follower.state$.pipe(filter(({ unsent, trouble }) => unsent === 0 && trouble === null))),
  }
}
const denial = (status: number, code: string) => new ApiError('refused', { status, code, message: 'No' })

test.each([
  ['role', denial(403, ERROR_CODES.forbidden), 'Waiting until your role in SHOP allows it.'],
  ['feature', denial(403, ERROR_CODES.featureOff), 'Waiting until a feature that SHOP needs is switched on again.'],
  ['membership', denial(404, ERROR_CODES.notFound), 'SHOP was deleted, or you are no longer a member of it.'],
])(
  'names what a change denied for the %s waits for, and sends it once the access has changed',
  async (_, error, text) => {
    const { device, state, inFollower, sent } = await aDeniedDevice(error)
    expect(outboxNoticeText(state)?.text).toBe(`Saved on this device. ${text}`)
    expect(inFollower).toEqual(state)
    expect(device.followed).toEqual(['SHOP'])
    device.isAllowed = true
    device.changes$.next()
    await sent
    expect(device.shop.carried).toHaveLength(1)
  },
)

test('a change denied to a user who was removed from the project is sent after a pause once the user is a member again', async () => {
  const { device, sent } = await aDeniedDevice(denial(404, ERROR_CODES.notFound))
  device.isAllowed = true
  device.clock.increment(1000)
  await sent
  expect(device.shop.carried).toHaveLength(1)
})

test('a request to try now in a tab that does not send reaches the one that does', async () => {
  const { device, follower, sent } = await aDeniedDevice(denial(403, ERROR_CODES.forbidden))
  device.isAllowed = true
  follower.ask()
  await sent
  expect(device.shop.carried).toHaveLength(1)
})
