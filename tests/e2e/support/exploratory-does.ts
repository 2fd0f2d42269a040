import { expect, type Locator, type Page } from '@playwright/test'
import { sendExploratoryCommands } from '../../../contract/exploratory/commands.ts'
import { deleteObservations, type Observation } from '../../../contract/exploratory/observations.ts'
import type { Decision, Does, Tab } from '../../model/support/exploratory/steps.ts'
import type { BrowserWorld, Note } from './exploratory-world.ts'

/** Server starts take longer than all other steps. */
const MAX_DEATHS = 1

const nothing = (): Promise<void> => Promise.resolve()

async function add(world: BrowserWorld, tab: Tab, text: string, file: string | null = null): Promise<void> {
  const seen = world.seen(tab)
  if (seen === null) return
  if (file !== null) await seen.attach(file, `content of ${file}`)
  await seen.write(text)
  await seen.field.press('Control+Enter')
  await expect(seen.rows.filter({ hasText: text })).toHaveCount(1)
  // A row is shown before it is on disk, and until then the form's draft represents it: a crash this early restores the draft.
  await expect.poll(() => world.keeps(text)).toBe(true)
  world.accept(text, file)
}

/** A visible note, found by its text as a user would. */
async function pick(world: BrowserWorld, tab: Tab, which: number) {
  const seen = world.seen(tab)
  if (seen === null) return null
  // A tab in the background renders rarely, and a click waits until its target is stable.
  await seen.page.bringToFront()
  const labels = await seen.rows.evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? ''))
  const label = labels[which % Math.max(1, labels.length)]
  const text = label?.slice(label.indexOf(': ') + 2)
  const note = text === undefined ? undefined : world.noteWith(text)
  return text === undefined || note === undefined ? null : { seen, text, note }
}

async function edit(world: BrowserWorld, tab: Tab, which: number): Promise<void> {
  const found = await pick(world, tab, which)
  if (found !== null) await rewrite(world, found)
}

type Found = NonNullable<Awaited<ReturnType<typeof pick>>>

/**
 * Chooses from a note's menu; false if another user has deleted the note meanwhile. An arriving answer renders the row again and may close
 * its menu, which is then opened again. A menu that opened late stays open and covers its button; a choice may have opened what it `opens`
 * although its click was not confirmed in time.
 */
async function choose({ seen, text }: Pick<Found, 'seen' | 'text'>, action: string, opens: Locator): Promise<boolean> {
  const row = seen.rows.filter({ hasText: text })
  const item = seen.page.getByRole('menuitem', { name: action })
  let isChosen = false
  await expect(async () => {
    isChosen = await opens.isVisible()
    if (isChosen || (await row.count()) === 0) return
    if (!(await item.isVisible())) await row.getByRole('button', { name: 'Observation menu' }).click({ timeout: 1000 })
    await item.click({ timeout: 1000 })
    isChosen = true
  }).toPass({ timeout: 20_000 })
  return isChosen
}

async function rewrite(world: BrowserWorld, { seen, text, note }: Found): Promise<void> {
  const next = world.text()
  const form = seen.page.getByRole('form', { name: 'Edit the observation' })
  if (!(await choose({ seen, text }, 'Edit', form))) return
  await form.getByRole('textbox', { name: 'Description' }).fill(next)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  note.texts.push(next)
  world.figures.changes += 1
}

/** As the server has it; undefined while it does not. */
const storedOf = async (world: BrowserWorld, note: Note): Promise<Observation | undefined> =>
  (await world.onServer()).find(
    ({ description }) => note.texts.includes(description) || note.theirs.some((one) => one.text === description),
  )

async function theirs(world: BrowserWorld, note: Note, isErased: boolean): Promise<void> {
  const stored = await storedOf(world, note)
  if (stored === undefined) return
  const params = { exploratorySessionId: world.sessionId, observationId: stored.id }
  if (isErased) {
    world.inject('deleted by another')
    await world.call(deleteObservations, params, { ids: [stored.id] })
    note.isErased = true
    return
  }
  world.inject('changed by another')
  const text = world.text('theirs')
  const command = {
    type: 'observation/edit',
    sessionId: world.sessionId,
    observationId: stored.id,
    values: { description: text },
    expected: { description: stored.description },
  }
  await world.call(
    sendExploratoryCommands,
    {},
    {
      commands: [{ key: crypto.randomUUID(), at: new Date().toISOString(), command }],
    },
  )
  note.theirs.push({ text, after: note.texts.length })
}

async function collide(world: BrowserWorld, tab: Tab, which: number, isErased: boolean): Promise<void> {
  if (isErased) return edit(world, tab, which)
  const found = await pick(world, tab, which)
  if (found === null) return
  const { seen, text, note } = found
  const form = seen.page.getByRole('form', { name: 'Edit the observation' })
  if (!(await choose({ seen, text }, 'Edit', form))) return
  await form.getByRole('textbox', { name: 'Description' }).fill(world.text())
  const next = await form.getByRole('textbox', { name: 'Description' }).inputValue()
  await theirs(world, note, false)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  note.texts.push(next)
  world.figures.changes += 1
}

async function remove(world: BrowserWorld, tab: Tab, which: number): Promise<void> {
  const found = await pick(world, tab, which)
  if (found === null) return
  const { seen, text, note } = found
  const question = seen.page.getByRole('alertdialog')
  if (!(await choose({ seen, text }, 'Delete', question))) return
  await question.getByRole('button', { name: /^Delete/ }).click()
  await expect(question).toBeHidden()
  note.isDeleted = true
  world.figures.changes += 1
}

/** Waits for some turns of the page's event loop. */
const pass = (page: Page, turns: number) =>
  page.evaluate(
    (count) =>
      new Promise<void>((resolve) => {
        const turn = (left: number) => (left <= 0 ? resolve() : setTimeout(turn, 0, left - 1))
        turn(count)
      }),
    turns,
  )

async function blink(world: BrowserWorld): Promise<void> {
  if (!world.isOnline) return
  await world.context.setOffline(true)
  await world.context.setOffline(false)
}

async function crashWhileWriting(world: BrowserWorld, tab: Tab, count: number): Promise<void> {
  const page = world.tabs[tab]
  const seen = world.seen(tab)
  if (page === null || seen === null || seen.page !== page) return
  world.inject('tab killed while it writes')
  const text = world.text()
  await seen.write(text)
  await seen.field.press('Control+Enter', { noWaitAfter: true })
  await pass(page, count)
  await world.kill(tab)
  await world.reopen(tab)
  // Storing a note is one transaction: the note is either complete or absent.
  if (await world.keeps(text)) world.accept(text)
}

const BUTTONS: Record<Decision, readonly string[]> = {
  retry: ['Try again'],
  again: ['Try again'],
  mine: ['Keep mine', 'Delete anyway'],
  drop: ['Take theirs', 'Keep theirs', 'Discard', 'Leave it'],
  move: ['Move to a new session'],
}

async function decide(world: BrowserWorld, tab: Tab, which: number, how: Decision): Promise<void> {
  const seen = world.seen(tab)
  if (seen === null) return
  await seen.page.bringToFront()
  const stories = seen.page.getByRole('region', { name: 'Refused' })
  const count = await stories.count()
  if (count === 0) return
  const story = stories.nth(which % count)
  for (const name of BUTTONS[how]) {
    const button = story.getByRole('button', { name, exact: true })
    if ((await button.count()) === 0) continue
    world.inject(`decision: ${how}`)
    const before = (await world.waiting()).waiting.filter(({ refusal, isHeld }) => refusal !== null || isHeld)
    await button.click()
    if (how !== 'drop') return
    await expect.poll(() => gone(world, before)).not.toEqual([])
    for (const { command } of await gone(world, before)) giveUp(world, command)
    return
  }
}

const gone = async (world: BrowserWorld, before: Awaited<ReturnType<BrowserWorld['waiting']>>['waiting']) => {
  const keys = new Set((await world.waiting()).waiting.map(({ key }) => key))
  return before.filter(({ key }) => !keys.has(key))
}

function giveUp(
  world: BrowserWorld,
  command: (typeof gone extends (...a: never) => Promise<(infer One)[]> ? One : never)['command'],
): void {
  world.figures.givenUp += 1
  if (command.type === 'observation/create') {
    const note = world.noteWith(command.values.description)
    if (note) note.isDeleted = true
  } else if (command.type === 'observation/edit') {
    const text = command.values.description ?? ''
    const note = world.noteWith(text)
    if (note) note.texts = note.texts.filter((one) => one !== text)
  } else if (command.type === 'observations/delete') {
    for (const { description = '' } of Object.values(command.expected ?? {})) {
      const note = world.noteWith(description)
      if (note) note.isDeleted = false
    }
  }
}

/** Whether the step applies in a browser. */
export const isForBrowsers = (step: { toString(): string }): boolean =>
  doesInBrowser[/^\w+/.exec(String(step))?.[0] as keyof Does<BrowserWorld>] !== nothing

/** In Chromium against the real server. Steps that need no browser are in the model only. */
export const doesInBrowser: Does<BrowserWorld> = {
  createSession: nothing,
  openSession: nothing,
  note: (world, tab, _, kind) => {
    if (kind !== 'fine') world.inject(kind === 'bad' ? 'turned away for its value' : 'fails every time')
    return add(world, tab, world.text(kind === 'fine' ? 'note' : kind))
  },
  burst: async (world, tab, _, many) => {
    for (let turn = 0; turn < many; turn += 1) await add(world, tab, world.text())
  },
  noteWithFile: (world, tab) => {
    const text = world.text()
    return add(world, tab, text, `${text.replace(/\W+/g, '-')}log.txt`)
  },
  edit,
  collide,
  remove,
  collideRemoving: remove,
  measure: nothing,
  close: nothing,
  others: async (world, what, which) => {
    const note = world.notes[which % Math.max(1, world.notes.length)]
    if (what === 'close') world.closes = true
    if (note !== undefined && (what === 'edit' || what === 'erase')) await theirs(world, note, what === 'erase')
  },
  network: (world, _, isOnline) => world.setOnline(isOnline),
  faults: async (world, list) => {
    world.faults.push(...list)
    await nothing()
  },
  serverDies: async (world) => {
    if (world.deaths < MAX_DEATHS) await world.dies()
  },
  delay: async (world, turns) => {
    world.delayMs = 15 * turns
    await nothing()
  },
  turns: async (world, count) => {
    const page = world.page(0)
    if (page !== null) await pass(page, count)
  },
  rest: async (world) => {
    const page = world.page(0)
    if (page !== null) await pass(page, 30)
  },
  wait: blink,
  ask: blink,
  crash: async (world, tab) => {
    await world.kill(tab)
    await world.reopen(tab)
  },
  crashWhileWriting: (world, tab, _, count) => crashWhileWriting(world, tab, count),
  fullDisk: nothing,
  fullDiskForAnswers: nothing,
  clockJump: nothing,
  look: nothing,
  load: async (world, tab) => {
    const seen = world.seen(tab)
    if (seen === null || !world.isOnline) return
    await seen.page.reload()
    await expect(seen.field).toBeVisible()
  },
  compaction: nothing,
  decision: decide,
  decisions: (world, which, [how]) => decide(world, 0, which, how),
}
