import { deepEqual, equal, notEqual, ok } from 'node:assert/strict'
import type { ExploratoryCommand } from '../../../../contract/exploratory/commands.ts'
import { bytesOf, retryFile } from '../../../../store/outbox/files.ts'
import {
  exploratoryNow,
  keepLoaded,
  unsentExploratory,
  type UnsentExploratory,
} from '../../../../store/outbox/exploratory/sessions.ts'
import { exploratoryStream } from '../../../../contract/live.ts'
import { heldBehind } from '../../../../store/projections/exploratory-rows.ts'
import { inStream, type Log } from '../../../../store/log/log.ts'
import type { Device } from './device.ts'
import { nothingExtra } from './extras.ts'
import { breaks, type ModelServer } from './server.ts'

const DECISIONS = ['exploratory/retried', 'exploratory/replaced', 'exploratory/dropped']

export type Reading = NonNullable<ReturnType<ModelServer['reading']>>

/** Acknowledged entries, and later decisions about them. */
export interface Accepted {
  command: ExploratoryCommand
  /** Of several, the order of acceptance. */
  serial: number
  fate: 'kept' | 'given-up'
  wasRefused: boolean
  /** It was rejected, and a user has decided about that. */
  isDecided: boolean
}

export interface Figures {
  cases: number
  accepted: number
  refusedHere: number
  onServer: number
  waiting: number
  givenUp: number
  lost: number
  twice: number
  injected: Map<string, number>
}

export const noFigures = (): Figures => ({
  cases: 0,
  accepted: 0,
  refusedHere: 0,
  onServer: 0,
  waiting: 0,
  givenUp: 0,
  lost: 0,
  twice: 0,
  injected: new Map(),
})

export class World {
  readonly server: ModelServer
  readonly device: Device
  readonly figures: Figures
  readonly accepted = new Map<string, Accepted>()
  readonly sessions: string[] = []
  /** Sessions created by another user on the server. */
  readonly theirs: string[] = []
  readonly notes: string[] = []
  readonly files = new Map<string, string>()
  /** By id: another user's later text, unseen by the author of a deletion. */
  readonly unseen = new Map<string, string>()
  readonly readings: Reading[] = []
  /** An answer had no space: the server's state of it may be shown only after the next reading. */
  letGo = false
  /** An answer had no space, nor had the rejection of what was set aside, which is stored later. */
  lackedRoom = false
  texts = 0
  /** The device has evicted a session, and with it the time of the last note. */
  forgot = false

  constructor(server: ModelServer, device: Device, figures: Figures) {
    this.server = server
    this.device = device
    this.figures = figures
  }

  log = (tab: 0 | 1): Log => this.device.tabs[tab].log

  answerFoundNoRoom(): void {
    this.inject('disk full while an answer is kept')
    this.letGo = true
    this.forgot = true
    this.lackedRoom = true
  }

  inject(what: string): void {
    this.figures.injected.set(what, (this.figures.injected.get(what) ?? 0) + 1)
  }

  accept(key: string, command: ExploratoryCommand): void {
    this.accepted.set(key, { command, serial: this.accepted.size, fate: 'kept', wasRefused: false, isDecided: false })
  }

  /** It is rejected, for the first time or again. */
  mayDecide(key: string): void {
    const one = this.accepted.get(key)
    if (one) one.isDecided = false
  }

  /** Of two decisions about the same rejection, one is too late. */
  decide(key: string): void {
    const one = this.accepted.get(key)
    if (one === undefined) return
    ok(!one.isDecided, `${key} was decided about twice`)
    one.isDecided = true
  }

  giveUp(keys: readonly string[]): void {
    for (const key of keys) {
      const one = this.accepted.get(key)
      if (one) one.fate = 'given-up'
    }
  }

  /** The same in both tabs, which share the disk. */
  unsent = (): Promise<UnsentExploratory[]> => unsentExploratory(this.log(0))

  /** Invariants at any time, also during a request. */
  async holds(): Promise<void> {
    // First the disk, then the server: what leaves the former between the two checks has reached the latter.
    const unsent = new Map((await this.unsent()).map((one) => [one.key, one]))
    const carried = new Set(this.server.carried)
    const twice = this.server.carried.length - carried.size
    const lost: string[] = []
    for (const [key, one] of this.accepted) {
      const here = unsent.get(key)
      if (here?.refusal) one.wasRefused = true
      if (one.fate === 'given-up') {
        if (here !== undefined) lost.push(`${key} was given up, and is there`)
      } else if (here === undefined && !carried.has(key)) lost.push(`${key} ${JSON.stringify(one.command)}`)
      else if (here?.refusal && !here.message) lost.push(`${key} was refused, and nobody says why`)
    }
    this.figures.lost += lost.length
    this.figures.twice += twice
    deepEqual(lost, [])
    equal(twice, 0)
    deepEqual(
      [...unsent.keys()].filter((key) => !this.accepted.has(key)),
      [],
    )
    for (const [id, theirs] of this.unseen) notEqual(this.server.removed.get(id), theirs)
    await nothingExtra(this)
    this.inOrder()
    for (const id of this.sessions) await this.decidedOnce(id)
    for (const tab of [0, 1] as const) for (const id of this.sessions) await this.shows(this.log(tab), id, unsent)
  }

  /** In the log a decision follows its rejection. */
  private async decidedOnce(sessionId: string): Promise<void> {
    const isOpen = new Map<string, boolean>()
    for (const { type, payload } of await inStream(this.log(0), exploratoryStream(sessionId)).toArray()) {
      const { key } = payload as { key?: string }
      if (type === 'exploratory/loaded') isOpen.clear()
      else if (key === undefined) continue
      else if (type === 'exploratory/refused') isOpen.set(key, true)
      else if (DECISIONS.includes(type)) {
        ok(isOpen.get(key) !== false, `${key} was decided about twice`)
        isOpen.set(key, false)
      }
    }
  }

  /** Commands of one session are applied in their order; only rejected ones may be applied later. */
  private inOrder(): void {
    const last = new Map<string, number>()
    for (const key of this.server.carried) {
      const one = this.accepted.get(key)
      if (one === undefined || one.wasRefused) continue
      const { sessionId } = one.command
      const mayOvertake =
        (this.lackedRoom && this.server.failedAt.has(sessionId)) ||
        [...this.accepted.values()].some(({ wasRefused, command }) => wasRefused && command.sessionId === sessionId)
      ok(mayOvertake || one.serial > (last.get(sessionId) ?? -1), `${key} was carried out too early`)
      last.set(sessionId, one.serial)
    }
  }

  /** Every accepted note of the session is shown once until it is deleted. */
  private async shows(
    log: Log,
    sessionId: string,
    unsentBefore: ReadonlyMap<string, UnsentExploratory>,
  ): Promise<void> {
    if (this.letGo || !this.device.tabs.every(({ outbox }) => outbox.isAtRest())) return
    const { observations, state, unsent } = await exploratoryNow(log, sessionId)
    // Something was sent between the checks.
    if ((await this.unsent()).map(({ key }) => key).join() !== [...unsentBefore.keys()].join()) return
    equal(unsent, [...unsentBefore.values()].filter(({ command }) => command.sessionId === sessionId).length)
    const ids = observations.map(({ observation }) => observation.id)
    equal(new Set(ids).size, ids.length)
    const pending = state.commands.map(({ command, refusal }) => ({ command, isRefused: refusal !== null }))
    const isDeleted = (id: string) =>
      pending.some(
        ({ command, isRefused }) =>
          !isRefused && command.type === 'observations/delete' && command.observationIds.includes(id),
      )
    for (const [key, { command, fate }] of this.accepted) {
      if (command.type !== 'observation/create' || command.sessionId !== sessionId || fate !== 'kept') continue
      const { observationId } = command
      if (isDeleted(observationId)) continue
      const isUnsent = unsentBefore.has(key)
      if (!isUnsent && !this.server.observations.has(observationId)) continue
      const found = observations.find(({ observation }) => observation.id === observationId)
      if (found === undefined) throw new Error(`${observationId} is not shown`)
      if (isUnsent && !this.server.carried.includes(key)) notEqual(found.sending, 'sent')
      const edits = pending.filter((one) => one.command.type === 'observation/edit' && !one.isRefused)
      const last = edits.flatMap((one) =>
        one.command.type === 'observation/edit' && one.command.observationId === observationId
          ? [one.command.values.description]
          : [],
      )
      if (last.length > 0) equal(found.observation.description, last.at(-1))
    }
  }

  /** All faults are over: what may be sent is, what may not has a reason, and screens show the server's state. */
  async calms(): Promise<void> {
    const { server, device } = this
    server.faults = []
    server.delay = 0
    server.switchType(false)
    for (const { isOnline$ } of device.tabs) isOnline$.next(true)
    let before = ''
    let same = 0
    for (let round = 0; round < 200; round += 1) {
      for (const { opened$, outbox, clock } of device.tabs) {
        opened$.next()
        for (const { fileUuid } of await this.log(0).db.files.where('state').equals('refused').toArray())
          await retryFile(this.log(0), fileUuid)
        outbox.ask()
        clock.increment(60_000)
      }
      await device.rest()
      const now = `${(await this.unsent()).map(({ key, refusal }) => key + String(refusal)).join()} ${server.carried.length} ${[...server.files.values()].join('').length} ${await this.log(0).db.files.count()}`
      // Commands that the server fails at are set aside after some attempts.
      same = now === before ? same + 1 : 0
      if (same > 6) break
      before = now
    }
    this.letGo = false
    await this.loads()
    await this.holds()
    const unsent = await this.unsent()
    // Commands that the server fails at, with all that wait for them, block no others, and are retried.
    const held = heldBehind(unsent.map((one) => (breaks(one) ? { ...one, refusal: 'invalid' as const } : one)))
    deepEqual(
      unsent.filter((one, i) => one.refusal === null && held[i] !== true && !breaks(one)),
      [],
    )
    await this.filesArrived(new Set(unsent.map(({ key }) => key)))
    for (const one of this.accepted.values()) if (one.fate === 'given-up') this.figures.givenUp += 1
    this.figures.accepted += this.accepted.size
    this.figures.onServer += [...this.accepted.keys()].filter((key) => server.carried.includes(key)).length
    this.figures.waiting += unsent.length
    for (const [what, count] of server.counted) {
      this.figures.injected.set(what, (this.figures.injected.get(what) ?? 0) + count)
    }
  }

  /** Every page loads again, and shows the server's state where nothing is unsent. */
  private async loads(): Promise<void> {
    for (const id of this.sessions) {
      const reading = this.server.reading(id)
      if (reading === null) continue
      equal(await keepLoaded(this.log(1), reading), true)
      const { observations, unsent } = await exploratoryNow(this.log(0), id)
      if (!this.forgot) this.inOrderMade(reading.observations.map((one) => one.id))
      if (unsent > 0) continue
      const texts = (list: readonly { id: string; description: string }[]) =>
        list.map((one) => `${one.id} ${one.description}`).sort()
      deepEqual(texts(observations.map(({ observation }) => observation)), texts(reading.observations))
    }
  }

  /** For any clock of the device, notes are in the order of creation. */
  private inOrderMade(ids: readonly string[]): void {
    const serials = new Map(
      [...this.accepted.values()].flatMap(({ command, serial, wasRefused }) =>
        command.type === 'observation/create' && !wasRefused ? [[command.observationId, serial] as const] : [],
      ),
    )
    const made = ids.flatMap((id) => serials.get(id) ?? [])
    deepEqual(
      made,
      [...made].sort((a, b) => a - b),
    )
  }

  private async filesArrived(unsent: ReadonlySet<string>): Promise<void> {
    for (const [key, { command, fate }] of this.accepted) {
      if (command.type !== 'observation/create' || fate !== 'kept') continue
      for (const { fileUuid } of command.values.attachments) {
        const whole = this.files.get(fileUuid)
        const here = await bytesOf(this.log(0), fileUuid)
        if (unsent.has(key)) equal(await here?.text(), whole)
        else if (this.server.observations.has(command.observationId)) {
          equal(this.server.files.get(fileUuid), whole)
          equal(here, null)
        }
      }
    }
  }
}
