import { deepEqual, equal } from 'node:assert/strict'
import { exploratoryNow } from '../../../../store/outbox/exploratory/sessions.ts'
import type { World } from './world.ts'

/** Nothing exists that was not created: no note, file, session or command, on the server, on the device or on screen. */
export async function nothingExtra(world: World): Promise<void> {
  const { server, accepted } = world
  // The device first: what leaves it between the two checks is on the server.
  const unsent = new Set((await world.unsent()).map(({ key }) => key))
  const onDevice = (await world.log(0).db.files.toCollection().primaryKeys()).map(String)
  const carried = new Set(server.carried)
  deepEqual(
    server.carried.filter((key) => !accepted.has(key)),
    [],
  )

  const made = { sessions: new Set(world.theirs), notes: new Set<string>() }
  for (const [key, { command }] of accepted) {
    if (command.type === 'session/create') made.sessions.add(command.sessionId)
    // What was discarded before it was sent is nowhere.
    if (command.type === 'observation/create' && (unsent.has(key) || carried.has(key)))
      made.notes.add(command.observationId)
  }
  const without = (known: { has(id: string): boolean }, ids: Iterable<string>) =>
    [...ids].filter((id) => !known.has(id))
  deepEqual(without(made.sessions, server.sessions.keys()), [])
  deepEqual(without(made.notes, server.observations.keys()), [])
  deepEqual(without(world.files, server.files.keys()), [])
  deepEqual(without(world.files, onDevice), [])
  for (const [id, text] of server.files) equal(world.files.get(id)?.startsWith(text), true, `${id} has other bytes`)

  // Every text is unique: two notes with the same one are one note that was sent twice.
  const texts = [...server.observations.values()].map(({ description }) => description)
  deepEqual(
    texts.filter((text, i) => !text.startsWith('theirs') && texts.indexOf(text) !== i),
    [],
  )
  for (const tab of [0, 1] as const)
    for (const id of world.sessions) {
      const { observations } = await exploratoryNow(world.log(tab), id)
      const shown = observations.map(({ observation }) => observation.id)
      deepEqual(without(made.notes, shown), [])
      equal(new Set(shown).size, shown.length)
    }
}
