import type { ExploratoryCommand } from '../../../../contract/exploratory/commands.ts'
import { NotKept } from '../../../../store/outbox/commands.ts'
import { carryOut } from '../../../../store/outbox/exploratory/sessions.ts'
import type { Tab } from './steps.ts'
import type { World } from './world.ts'

const PROJECTS = ['SHOP', 'MAIL']

export const nth = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]
export const projectOf = (world: World, sessionId: string) => PROJECTS[world.sessions.indexOf(sessionId) % 2] ?? 'SHOP'

/** Runs it, and expects a true report: it is stored, or nothing of it is. */
export async function act(world: World, tab: Tab, command: ExploratoryCommand): Promise<boolean> {
  const projectKey = projectOf(world, command.sessionId)
  try {
    const [key = ''] = await carryOut(world.log(tab), [{ projectKey, command }])
    world.accept(key, command)
    return true
  } catch (error) {
    if (!(error instanceof NotKept) || error.kind !== 'full') throw error
    world.figures.refusedHere += 1
    return false
  }
}

export const aSession = (world: World): ExploratoryCommand => {
  const sessionId = crypto.randomUUID()
  world.sessions.push(sessionId)
  const values = {
    title: `s${world.sessions.length}`,
    description: '',
    charter: { explore: '', with: '', toDiscover: '' },
    assigneeId: null,
    milestoneId: null,
    environmentId: null,
    configurations: [],
    requirements: [],
    timeBoxMinutes: null,
  }
  return { type: 'session/create', sessionId, values }
}

type Note = Extract<ExploratoryCommand, { type: 'observation/create' }>

export const aNote = (world: World, sessionId: string, text: string, files: readonly string[] = []): Note => {
  const observationId = crypto.randomUUID()
  world.notes.push(observationId)
  return {
    type: 'observation/create',
    sessionId,
    observationId,
    clockMillis: null,
    values: {
      typeId: 1,
      description: text,
      elapsedTimeInMillis: null,
      attachments: files.map((fileUuid) => ({ fileUuid, name: 'a.txt', contentType: 'text/plain', sizeBytes: 8 })),
      issueId: null,
      issueType: null,
      improvementId: null,
      improvementType: null,
    },
  }
}

export const text = (world: World) => `t${(world.texts += 1)}`
