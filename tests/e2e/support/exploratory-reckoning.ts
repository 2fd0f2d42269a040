import { expect } from '@playwright/test'
import type { Observation } from '../../../contract/exploratory/observations.ts'
import { heldBehind } from '../../../store/projections/exploratory-rows.ts'
import type { Waiting } from './device-log.ts'
import type { BrowserWorld, Note } from './exploratory-world.ts'

const breaks = ({ command }: Waiting) =>
  command.type === 'observation/create' && command.values.description.startsWith('breaks')

/** All faults are over, and everything that may be sent has been. */
async function calm(world: BrowserWorld): Promise<Waiting[]> {
  await world.clear()
  await world.setOnline(false)
  await world.setOnline(true)
  const free = async () => {
    const { waiting, due } = await world.waiting()
    // Commands that the server fails at, with all that wait for them, block no others.
    const held = heldBehind(waiting.map((one) => (breaks(one) ? { ...one, refusal: 'invalid' as const } : one)))
    return due + waiting.filter((one, i) => one.refusal === null && held[i] !== true && !breaks(one)).length
  }
  await expect.poll(free, { timeout: 40_000, intervals: [100] }).toBe(0)
  return (await world.waiting()).waiting
}

/** Compares the server with the device, and describes the differences. */
export async function reckon(world: BrowserWorld): Promise<string[]> {
  const waiting = await calm(world)
  const stored = await world.onServer()
  const wrong: string[] = []
  for (const { key, refusal, message, isHeld, command } of waiting)
    if (refusal !== null && !message) wrong.push(`${key} was refused, and nobody says why: ${JSON.stringify(command)}`)
    else if (refusal === null && !isHeld) world.inject('nothing else to send: tried on')
  for (const note of world.notes) wrong.push(...wrongOf(note, stored, waiting, world))
  if (waiting.length === 0 && !world.closes) await shows(world, stored)
  return wrong
}

function wrongOf(
  note: Note,
  stored: readonly Observation[],
  waiting: readonly Waiting[],
  world: BrowserWorld,
): string[] {
  const { figures } = world
  const name = note.texts[0] ?? note.theirs[0]?.text ?? '?'
  const last = note.texts.at(-1)
  const isIts = (text: string | undefined) =>
    text !== undefined && (note.texts.includes(text) || note.theirs.some((one) => one.text === text))
  const there = stored.filter(({ description }) => isIts(description))
  const here = waiting.filter(
    ({ command }) => command.type === 'observation/create' && isIts(command.values.description),
  )
  if (there.length > 1) {
    figures.doubled += there.length - 1
    return [`${name} is on the server ${there.length} times`]
  }
  const [one] = there
  if (one === undefined) {
    if (note.isDeleted || note.isErased) {
      figures.takenAway += 1
      return []
    }
    if (here.length === 1) {
      figures.kept += 1
      return []
    }
    figures.lost += 1
    return [`${name} is nowhere`]
  }
  figures.onServer += 1
  const isAbout = ({ about }: Waiting) => about.includes(one.id)
  if (note.isDeleted && !waiting.some(isAbout)) return [`${name} was deleted, and is there`]
  const isTheirs = note.theirs.some(({ text, after }) => text === one.description && after >= note.texts.length)
  const isWaiting = waiting.some(
    (two) => isAbout(two) && two.command.type === 'observation/edit' && two.command.values.description === last,
  )
  if (!note.isDeleted && one.description !== last && !isTheirs && !isWaiting) {
    figures.lost += 1
    return [`${name} should say “${last}” and says “${one.description}”`]
  }
  if (note.file !== null && (one.attachments[0]?.name !== note.file || one.attachments[0].receivedBytes === 0))
    return [`${name} has lost its file`]
  return one.attachments.some(({ receivedBytes, sizeBytes }) => receivedBytes < sizeBytes)
    ? [`${name} has not all of its file`]
    : []
}

/** Both tabs show what the server has. */
async function shows(world: BrowserWorld, stored: readonly Observation[]): Promise<void> {
  for (const tab of [0, 1] as const) {
    const seen = world.seen(tab)
    if (seen === null) continue
    await expect.poll(() => seen.rows.count()).toBe(stored.length)
    for (const { description } of stored) await expect(seen.rows.filter({ hasText: description })).toHaveCount(1)
  }
}
