import { sendExploratoryCommands, type ExploratoryCommand } from '../../../contract/exploratory/commands.ts'
import { getUploadState, uploadPath } from '../../../contract/exploratory/files.ts'
import type { ObservationFile } from '../../../contract/exploratory/observations.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { getObservationTypes } from '../../../contract/settings/observation-types.ts'
import { drawScreen, type ScreenDrawing } from './draw-screen.ts'
import { inShop, madeBefore, type ShopWorld } from './shop-world.ts'
import type { SampleNote, SampleSession } from './shop-session.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** Creates an exploratory session with notes and pictures, dated a number of days ago. */
export const makeSession = (world: ShopWorld, session: SampleSession): Promise<number> =>
  world.memory.once(`session ${session.title}`, async () => {
    const { send, memory, now, isOn } = world
    const params = inShop(world)
    const { title, minutes, daysAgo } = session
    const idFor = (what: string) => memory.once(`session ${title} ${what}`, () => crypto.randomUUID())
    const { items: types } = await send(getObservationTypes, { params })
    const sessionId = await idFor('id')
    const done: { minute: number; command: ExploratoryCommand }[] = [
      {
        minute: 0,
        command: {
          type: 'session/create',
          sessionId,
          values: {
            title,
            description: session.description,
            charter: session.charter,
            timeBoxMinutes: session.timeBoxMinutes,
            assigneeId: null,
            milestoneId: await madeBefore(world, `milestone ${session.milestone}`),
            environmentId: await madeBefore(world, `environment ${session.environment}`),
            configurations: [],
            requirements: isOn('requirements-mapping') ? [...session.requirements] : [],
          },
        },
      },
    ]
    for (const note of session.notes) {
      const typeId = (types.find(({ name }) => name === note.type) ?? types[0])?.id ?? 0
      const values = await valuesOf(world, note, typeId, idFor)
      const observationId = await idFor(`note ${note.minute}`)
      const clockMillis = note.minute * MINUTE_MS
      done.push({
        minute: note.minute,
        command: { type: 'observation/create', sessionId, observationId, clockMillis, values },
      })
    }
    const stretchId = await idFor('stretch')
    const elapsedMillis = minutes * MINUTE_MS
    done.push({
      minute: minutes,
      command: { type: 'clock/measured', sessionId, stretchId, elapsedMillis, isRunning: false },
    })
    if (session.isClosed) done.push({ minute: minutes + 1, command: { type: 'session/close', sessionId } })
    const begun = now() - daysAgo * 24 * HOUR_MS - HOUR_MS - elapsedMillis
    const commands = []
    for (const [turn, { minute, command }] of done.entries())
      commands.push({
        key: await idFor(`command ${turn}`),
        at: new Date(begun + minute * MINUTE_MS).toISOString(),
        command,
      })
    const { outcomes } = await send(sendExploratoryCommands, { params, body: { commands } })
    const refused = outcomes.find((outcome) => outcome.outcome === 'refused')
    if (refused) throw new Error(refused.refusal.message)
    return outcomes.length
  })

const valuesOf = async (
  world: ShopWorld,
  { minute, description, picture, issue }: SampleNote,
  typeId: number,
  idFor: (what: string) => Promise<string>,
) => ({
  typeId,
  description,
  elapsedTimeInMillis: null,
  attachments: picture === undefined ? [] : [await sendPicture(world, picture, await idFor(`picture ${minute}`))],
  issueId: issue ?? null,
  issueType: issue === undefined ? null : ('JIRA' as const),
  improvementId: null,
  improvementType: null,
})

/** Uploads a drawn screen; resumes an interrupted upload. */
const sendPicture = async (world: ShopWorld, drawing: ScreenDrawing, fileUuid: string): Promise<ObservationFile> => {
  const { projectKey } = inShop(world)
  const blob = await drawScreen(drawing)
  const upload = { state: getUploadState, path: uploadPath, chunkBytes: LIMITS.exploratoryChunkBytes }
  const { receivedBytes } = await world.send(getUploadState, { params: { projectKey, fileUuid } })
  const name = `${drawing.heading.toLowerCase().replaceAll(' ', '-')}.png`
  if (receivedBytes < blob.size)
    await world.sendChunk(upload, projectKey, {
      fileUuid,
      name,
      sizeBytes: blob.size,
      offset: receivedBytes,
      bytes: blob.slice(receivedBytes),
    })
  return { fileUuid, name, contentType: 'image/png', sizeBytes: blob.size }
}
