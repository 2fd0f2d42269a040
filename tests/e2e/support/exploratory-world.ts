import { expect, type APIRequestContext, type BrowserContext, type Page, type Route } from '@playwright/test'
import { pathOf, type AnyCall } from '../../../contract/call.ts'
import { listObservations, type Observation } from '../../../contract/exploratory/observations.ts'
import { listExploratorySessions, type ExploratorySession } from '../../../contract/exploratory/sessions.ts'
import { signIn } from '../../../contract/session/session.ts'
import type { Fault } from '../../model/support/exploratory/server.ts'
import type { Tab } from '../../model/support/exploratory/steps.ts'
import { exploratoryPage } from '../pages/exploratory.ts'
import { observationsOf } from '../pages/observations.ts'
import { waitingIn, type Waiting } from './device-log.ts'
import { OWNER, PROJECT_KEY } from './founding.ts'
import type { AssayProcess } from './server-process.ts'

/** A note that the page has shown as added, and its later edits. */
export interface Note {
  /** Its accepted texts, the last one at the end. */
  texts: string[]
  /** Another user's later text, with the number of texts at that time. */
  theirs: { text: string; after: number }[]
  file: string | null
  isDeleted: boolean
  /** By another user. */
  isErased: boolean
}

export interface PathFigures {
  paths: number
  steps: number
  notes: number
  changes: number
  onServer: number
  /** On the device, with a reason. */
  kept: number
  takenAway: number
  givenUp: number
  lost: number
  doubled: number
  faults: Map<string, number>
}

export const noPathFigures = (): PathFigures => ({
  paths: 0,
  steps: 0,
  notes: 0,
  changes: 0,
  onServer: 0,
  kept: 0,
  takenAway: 0,
  givenUp: 0,
  lost: 0,
  doubled: 0,
  faults: new Map(),
})

interface Parts {
  context: BrowserContext
  /** Calls of a user outside the browser, whose network is never cut. */
  requests: APIRequestContext
  assay: AssayProcess
  sessionId: string
  figures: PathFigures
}

/** One browser with two tabs on one exploratory session, the real server, and a controlled network between them. */
export class BrowserWorld {
  readonly notes: Note[] = []
  readonly tabs: [Page | null, Page | null] = [null, null]
  readonly context: BrowserContext
  readonly assay: AssayProcess
  readonly figures: PathFigures
  readonly sessionId: string
  faults: Fault[] = []
  delayMs = 0
  isOnline = true
  deaths = 0
  /** Changes by others at the end. */
  closes = false
  /** Calls that are not answered yet. */
  private underWay = 0
  private texts = 0
  private token: string | null = null
  private readonly requests: APIRequestContext

  constructor({ context, requests, assay, sessionId, figures }: Parts) {
    this.context = context
    this.requests = requests
    this.assay = assay
    this.sessionId = sessionId
    this.figures = figures
  }

  async begin(): Promise<void> {
    const between = async (route: Route) => {
      this.underWay += 1
      await this.between(route).finally(() => (this.underWay -= 1))
    }
    await this.context.route('**/exploratory-commands', between)
    await this.context.route('**/exploratory-files/**', between)
    await Promise.all([this.reopen(0), this.reopen(1)])
  }

  inject(what: string): void {
    this.figures.faults.set(what, (this.figures.faults.get(what) ?? 0) + 1)
  }

  text = (kind = 'note'): string => `${kind} ${(this.texts += 1)}.`

  noteWith = (text: string): Note | undefined =>
    this.notes.find((note) => note.texts.includes(text) || note.theirs.some((one) => one.text === text))

  accept(text: string, file: string | null = null): void {
    this.notes.push({ texts: [text], theirs: [], file, isDeleted: false, isErased: false })
    this.figures.notes += 1
  }

  /** That tab, or the other one if it is closed; null if both are. */
  page = (tab: Tab): Page | null => this.tabs[tab] ?? this.tabs[tab === 0 ? 1 : 0]

  seen = (tab: Tab) => {
    const page = this.page(tab)
    return page && { page, ...observationsOf(page) }
  }

  async reopen(tab: Tab): Promise<void> {
    if (this.tabs[tab] !== null || !this.isOnline) return
    const page = await this.context.newPage()
    page.setDefaultTimeout(8000)
    await exploratoryPage(page).open(`/${this.sessionId}`)
    await expect(observationsOf(page).field).toBeVisible()
    this.tabs[tab] = page
  }

  /** The page gets no event: the first tab is closed, the second crashes. */
  async kill(tab: Tab): Promise<void> {
    const page = this.tabs[tab]
    if (page === null) return
    this.inject('tab killed')
    this.tabs[tab] = null
    if (tab === 1) {
      const gone = page.waitForEvent('crash')
      const devtools = await this.context.newCDPSession(page)
      await Promise.race([gone, devtools.send('Page.crash').catch(() => undefined)])
      await gone
    }
    await page.close()
  }

  async setOnline(isOnline: boolean): Promise<void> {
    if (isOnline === this.isOnline) return
    this.isOnline = isOnline
    if (!isOnline) this.inject('offline')
    await this.context.setOffline(!isOnline)
    if (isOnline) for (const tab of [0, 1] as const) await this.reopen(tab)
  }

  /** From here on there are no faults, and earlier ones have been answered. */
  async clear(): Promise<void> {
    this.faults = []
    this.delayMs = 0
    await expect.poll(() => this.underWay).toBe(0)
  }

  async dies(): Promise<void> {
    this.deaths += 1
    this.inject('server killed')
    await this.assay.kill9()
    await this.assay.restart()
  }

  /** Pending requests meet the next planned fault. */
  private async between(route: Route): Promise<void> {
    const body = route.request().postData() ?? ''
    const isCommands = route.request().url().includes('exploratory-commands')
    if (this.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.delayMs))
    const refuse = (status: number, more: object = {}) =>
      route.fulfill({ status, json: { message: `Refused with ${status}`, ...more } })
    try {
      if (isCommands && body.includes('"breaks ')) return await refuse(500)
      if (isCommands && body.includes('"bad ')) return await refuse(400)
      const fault = this.faults.shift()
      if (fault !== undefined) this.inject(`answer ${fault}`)
      if (fault === 'unreachable') return await route.abort('connectionfailed')
      if (typeof fault === 'number') return await refuse(fault)
      if (fault === 'lost' || fault === 'torn') {
        await route.fetch()
        return await (fault === 'lost' ? route.abort('connectionreset') : refuse(500))
      }
      if (fault === 'twice') await route.fetch()
      return await route.continue()
    } catch {
      // The requesting tab, or the server, is gone.
      await route.abort().catch(() => undefined)
    }
  }

  /** Beside the browser, as another user. */
  async call<Answer>(call: AnyCall, params: object = {}, data?: object): Promise<Answer | null> {
    if (this.token === null) {
      const opened = await this.requests.post(signIn.path, {
        data: { login: OWNER.username, password: OWNER.password },
      })
      this.token = ((await opened.json()) as { authToken: string }).authToken
    }
    const address = pathOf(call.path, { projectKey: PROJECT_KEY, ...params })
    const answer = await this.requests.fetch(call.method === 'GET' ? `${address}?state=all&pageSize=100` : address, {
      method: call.method,
      headers: { authorization: `Bearer ${this.token}` },
      ...(data === undefined ? {} : { data }),
    })
    if (answer.status() === 404) return null
    if (!answer.ok()) throw new Error(`${call.name} was answered with ${answer.status()}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }

  /** All of the server's data in any session that resulted from this one. */
  async onServer(): Promise<Observation[]> {
    const sessions = await this.call<{ items: ExploratorySession[] }>(listExploratorySessions)
    const mine = sessions?.items.filter(({ title }) => title.startsWith(this.title)) ?? []
    const lists = await Promise.all(
      mine.map(({ id }) => this.call<{ items: Observation[] }>(listObservations, { exploratorySessionId: id })),
    )
    return lists.flatMap((list) => list?.items ?? [])
  }

  get title(): string {
    return `Path ${this.sessionId.slice(0, 8)}`
  }

  /** Unsent commands, read in any open tab. */
  async waiting(): Promise<{ waiting: Waiting[]; due: number }> {
    const page = this.page(0)
    if (page === null) return { waiting: [], due: 0 }
    const { waiting, files } = await waitingIn(page)
    return { waiting, due: files.filter(({ state }) => state === 'due').length }
  }

  /** Whether a new note with this text is on this device's disk, or on the server. */
  async keeps(text: string): Promise<boolean> {
    const { waiting } = await this.waiting()
    const isHere = waiting.some(
      ({ command }) => command.type === 'observation/create' && command.values.description === text,
    )
    return isHere || (await this.onServer()).some(({ description }) => description === text)
  }
}
