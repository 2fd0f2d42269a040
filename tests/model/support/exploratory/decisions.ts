import type { ExploratoryCommand } from '../../../../contract/exploratory/commands.ts'
import { type Observation } from '../../../../contract/exploratory/observations.ts'
import { move, replace } from '../../../../store/outbox/exploratory/sessions.ts'
import { overTheirs } from '../../../../store/outbox/exploratory/rescue.ts'
import { drop, retry } from '../../../../store/outbox/outbox-decisions.ts'
import type { UnsentExploratory } from '../../../../store/outbox/exploratory/sessions.ts'
import type { Decision, Tab } from './steps.ts'
import type { World } from './world.ts'
import { aSession, nth } from './actions.ts'

const collidedWith = (observation: Observation) => ({ reason: 'collided' as const, message: '', observation })

async function decide(world: World, tab: Tab, one: UnsentExploratory, how: Decision): Promise<void> {
  const log = world.log(tab)
  const { key, command } = one
  if (how === 'drop') {
    const gone = await drop(log, [key])
    if (gone.length > 0) world.decide(key)
    world.giveUp(gone)
    return
  }
  if (how === 'again') {
    await retry(log, key)
    return
  }
  if (how === 'move') {
    if (command.type !== 'observation/create') return
    const session = aSession(world)
    const projectKey = one.projectKey
    const { sessionId } = session
    const note: ExploratoryCommand = { ...command, sessionId }
    const about = (await world.unsent()).filter((other) => other.about.includes(command.observationId))
    const keys = await move(
      log,
      about.map((other) => other.key),
      [
        { projectKey, command: session },
        { projectKey, command: note },
      ],
    )
    if (keys === null) return
    world.decide(key)
    world.giveUp(about.map((other) => other.key))
    world.accept(keys[0] ?? '', session)
    world.accept(keys[1] ?? '', note)
    return
  }
  const theirs = world.server.observations.get(one.about[0] ?? '')
  const next = (how === 'mine' && theirs && overTheirs({ key, command, refusal: collidedWith(theirs) })) || command
  if (next !== command && command.type === 'observations/delete') world.unseen.delete(one.about[0] ?? '')
  const made = await replace(log, key, next)
  if (made === null) return
  world.decide(key)
  world.giveUp([key])
  world.accept(made, next)
  // It replaces the other one in the queue.
  const accepted = world.accepted.get(made)
  if (accepted) accepted.wasRefused = true
}

export async function decision(world: World, tab: Tab, which: number, how: Decision): Promise<void> {
  const refused = (await world.unsent()).filter(({ refusal }) => refusal !== null)
  const one = nth(refused, which)
  if (one === undefined) return
  world.mayDecide(one.key)
  await decide(world, tab, one, how)
}

/** Both tabs decide concurrently about the same rejection. */
export async function decisions(world: World, which: number, how: readonly [Decision, Decision]): Promise<void> {
  const refused = (await world.unsent()).filter(({ refusal }) => refusal !== null)
  const one = nth(refused, which)
  if (one === undefined) return
  world.inject('two tabs decide at once')
  world.mayDecide(one.key)
  await Promise.all([decide(world, 0, one, how[0]), decide(world, 1, one, how[1])])
}
