import { deepEqual, equal, ok } from 'node:assert/strict'
import * as fc from 'fast-check'
import { firstValueFrom } from 'rxjs'
import { afterEach, expect, test } from 'vitest'
import type { ExploratoryCommand } from '../../../contract/exploratory/commands.ts'
import { closeLog, openLog, type Log } from '../../../store/log/log.ts'
import { bundleOf, dropBundle, packed, takeBundle, unpacked } from '../../../store/outbox/bundles/bundle.ts'
import { commandStateNow, enqueue } from '../../../store/outbox/commands.ts'
import { carryOut } from '../../../store/outbox/exploratory/sessions.ts'
import { bytesOf, takeFile } from '../../../store/outbox/files.ts'
import { nextBatch, settle } from '../../../store/outbox/outbox.ts'
import { drop, replace, retry } from '../../../store/outbox/outbox-decisions.ts'
import { outboxCounts$, unsentNow } from '../../../store/outbox/outbox-shown.ts'
import { dropSealed, seal, unsealed } from '../../../store/outbox/bundles/sealed.ts'
import { applied, shopping, Shop, type LineCommand } from '../support/outbox/shopping-list.ts'
import '../../unit/store/support/events.ts'

const logs: Log[] = []
let opened = 0
const aDevice = (): Log => {
  const log = openLog(`registered-${(opened += 1)}`)
  logs.push(log)
  return log
}
afterEach(() => logs.splice(0).forEach(closeLog))

const write = (line: string, text: string, receipts: string[] = []): LineCommand => ({
  type: 'line/write',
  list: 'groceries',
  line,
  text,
  receipts,
})
const doing = async (log: Log, command: LineCommand, projectKey = 'SHOP'): Promise<string> =>
  (await enqueue(log, shopping, [{ projectKey, command }]))[0] ?? ''
const note: ExploratoryCommand = { type: 'session/close', sessionId: '00000000-0000-4000-8000-000000000001' }

/** Sends what may be sent. Resolves with the capabilities of the batches. */
const sendAll = async (log: Log, shop: Shop): Promise<string[]> => {
  const capabilities: string[] = []
  for (let batch = await nextBatch(log); batch !== null; batch = await nextBatch(log)) {
    const { capability, maxAtOnce } = batch.definition
    ok(batch.commands.length <= maxAtOnce)
    capabilities.push(capability)
    if (capability === 'shopping') await settle(log, shop.carryOut(batch.commands))
    else {
      const outcomes = batch.commands.map(({ key }) => ({ key, outcome: 'done' as const }))
      await settle(log, { outcomes, sessions: [] })
    }
  }
  return capabilities
}

const step = fc.oneof(
  fc.record({ act: fc.constantFrom('write', 'amend'), line: fc.nat(3), rare: fc.boolean(), project: fc.nat(1) }),
  fc.record({ act: fc.constant('strike'), line: fc.nat(3), project: fc.nat(1) }),
  fc.record({ act: fc.constantFrom('send', 'carry over', 'exploratory') }),
  fc.record({ act: fc.constantFrom('retry', 'replace', 'drop'), which: fc.nat(5) }),
)
type Step = { act: string; line?: number; rare?: boolean; project?: number; which?: number }

test('sends or discards each command of a foreign capability once, in order, after any actions', async () => {
  const property = fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps: Step[]) => {
    const shop = new Shop()
    let log = aDevice()
    const expected = new Map<string, LineCommand>()
    let texts = 0
    for (const { act, line = 0, rare = false, project = 0, which = 0 } of steps) {
      const id = { list: `list ${project}`, line: `${line}` }
      const text = `${rare ? 'rare' : 'common'} ${(texts += 1)}`
      const unsent = await unsentNow(log, shopping)
      const chosen = unsent.filter(({ refusal }) => refusal !== null).at(which)
      if (act === 'write' || act === 'amend' || act === 'strike') {
        const command: LineCommand =
          act === 'write'
            ? { type: 'line/write', ...id, text, receipts: [] }
            : act === 'amend'
              ? { type: 'line/amend', ...id, text }
              : { type: 'line/strike', ...id }
        expected.set(await doing(log, command, `P${project}`), command)
      } else if (act === 'send') await sendAll(log, shop)
      else if (act === 'exploratory') await carryOut(log, [{ projectKey: 'P0', command: note }])
      else if (act === 'carry over') {
        const bundle = unpacked(packed(await bundleOf(log)))
        const other = aDevice()
        await takeBundle(other, bundle)
        await dropBundle(log, bundle)
        equal(await log.db.outbox.count(), 0)
        log = other
      } else if (chosen === undefined) continue
      else if (act === 'retry') equal(await retry(log, chosen.key), true)
      else if (act === 'replace') {
        const command: LineCommand = {
          type: 'line/amend',
          list: chosen.command.list,
          line: chosen.command.line,
          text: `common ${texts}`,
        }
        const made = await replace(log, shopping, { key: chosen.key, command })
        expected.delete(chosen.key)
        expected.set(made ?? '', command)
      } else for (const key of await drop(log, [chosen.key])) expected.delete(key)

      const waiting = (await unsentNow(log, shopping)).map(({ key }) => key)
      deepEqual(
        [...shop.carried.filter((key) => !waiting.includes(key)), ...waiting].sort(),
        [...expected.keys()].sort(),
      )
      const counts = await firstValueFrom(outboxCounts$(log))
      equal(counts.unsent, await log.db.outbox.count())
    }
    // The shop's state follows from its commands in their order.
    const sent = new Map<string, Readonly<Record<string, string>>>()
    for (const key of shop.carried) {
      const command = expected.get(key)
      if (command) sent.set(command.list, applied(sent.get(command.list) ?? {}, command))
    }
    deepEqual(shop.lists, sent)
  })
  const result = await fc.check(property, { numRuns: 60 })
  expect((await fc.asyncDefaultReportMessage(result)) ?? 'held').toBe('held')
})

test('commands of two capabilities wait in one outbox and never go in one call', async () => {
  const log = aDevice()
  await doing(log, write('1', 'milk'))
  await carryOut(log, [{ projectKey: 'SHOP', command: note }])
  await doing(log, write('2', 'bread'))
  expect((await nextBatch(log))?.commands).toHaveLength(2)
  expect((await nextBatch(log, { except: ['shopping:SHOP'] }))?.definition.capability).toBe('exploratory')
  const shop = new Shop()
  expect(await sendAll(log, shop)).toEqual(['shopping', 'exploratory'])
  const { base, commands } = await commandStateNow(log, shopping, 'shopping:groceries')
  expect({ base, commands }).toEqual({ base: { lines: { 1: 'milk', 2: 'bread' } }, commands: [] })
})

test('a capability’s rules decide what waits, what is discarded with it, what is repeated, and which files are sent', async () => {
  const log = aDevice()
  const receipt = {
    fileUuid: '00000000-0000-4000-8000-00000000000f',
    name: 'a.png',
    contentType: 'image/png',
    sizeBytes: 1,
  }
  await takeFile(log, 'SHOP', receipt, new Blob(['x']))
  await doing(log, write('1', 'rare truffle', [receipt.fileUuid]))
  await doing(log, { type: 'line/amend', list: 'groceries', line: '1', text: 'rare white truffle' })
  await doing(log, write('2', 'bread'))
  const shop = new Shop()
  await sendAll(log, shop)
  const [refused, behind, ...rest] = await unsentNow(log, shopping)
  expect(rest).toEqual([])
  expect(refused).toMatchObject({ refusal: 'sold-out', message: 'Sold out', isRepeatable: true, isHeld: false })
  expect(behind).toMatchObject({ refusal: null, isHeld: true })
  expect(await log.db.files.toArray()).toMatchObject([{ stream: 'shopping:groceries', subject: '1', state: 'due' }])
  expect(await drop(log, [refused?.key ?? ''])).toHaveLength(2)
  expect(await bytesOf(log, receipt.fileUuid)).toBeNull()
  expect(shop.lists.get('groceries')).toEqual({ 2: 'bread' })
})

test('commands of a denied scope can be discarded before the server has rejected them, and no others', async () => {
  const log = aDevice()
  const keys = [await doing(log, write('1', 'milk')), await doing(log, write('2', 'bread'), 'OTHER')]
  expect(await drop(log, keys)).toEqual([])
  expect(await drop(log, keys, ['shopping:SHOP'])).toEqual(keys.slice(0, 1))
  expect((await unsentNow(log, shopping)).map(({ key }) => key)).toEqual(keys.slice(1))
})

test('commands are encrypted at sign-out and restored with the passphrase', async () => {
  const log = aDevice()
  await doing(log, write('1', 'milk'))
  const bundle = await bundleOf(log)
  await seal(41, { passphrase: 'olive tree', content: packed(bundle), commands: bundle.commands.length })
  await dropBundle(log, bundle)
  const content = await unsealed(41, 'olive tree')
  expect(await takeBundle(log, unpacked(content ?? new Uint8Array()))).toBe(1)
  expect((await unsentNow(log, shopping)).map(({ command }) => command)).toEqual([write('1', 'milk')])
  await dropSealed(41)
})

test('commands of an unregistered capability are stored, counted and not sent, until they are discarded', async () => {
  const log = aDevice()
  const row = { key: 'k', stream: 'unheard-of:1', projectKey: 'SHOP', type: 'a', about: [], refusal: null }
  await log.db.outbox.add(row)
  await doing(log, write('1', 'milk'))
  const shop = new Shop()
  await sendAll(log, shop)
  expect(shop.lists.get('groceries')).toEqual({ 1: 'milk' })
  expect((await log.db.outbox.toArray()).map(({ key }) => key)).toEqual(['k'])
  expect((await firstValueFrom(outboxCounts$(log))).unsent).toBe(1)
  expect(await drop(log, ['k'])).toEqual(['k'])
  expect(await log.db.outbox.count()).toBe(0)
})
