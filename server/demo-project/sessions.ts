import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import path from 'node:path'
import type { ExploratoryCommand } from '../../contract/exploratory/commands.ts'
import type { ObservationFile } from '../../contract/exploratory/observations.ts'
import { LIMITS } from '../../contract/limits.ts'
import { carryOut } from '../exploratory/exploratory.ts'
import type { FileStore, StoredFile } from '../files/store.ts'
import { addCompleteFile } from '../files/uploads.ts'
import type { DemoSettings } from './settings.ts'
import { SHOP_SESSIONS, type SampleNote, type SamplePicture, type SampleSession } from './shop/sessions.ts'
import { authorIn, DAY_MS, entryOf, idsByName, MINUTE_MS, type DemoProject } from './demo.ts'

const PICTURES = path.join(import.meta.dirname, 'shop/pictures')

/** Stored pictures, by their `file`. */
type StoredPictures = ReadonlyMap<string, StoredFile>

/**
 * Stores the pictures of the sessions. Call it before the project's transaction begins, which need not wait for the disk. Housekeeping deletes
 * those that no observation refers to.
 */
export const storePictures = async (files: FileStore): Promise<StoredPictures> => {
  const stored = new Map<string, StoredFile>()
  for (const { picture } of SHOP_SESSIONS.flatMap(({ notes }) => notes))
    if (picture !== undefined) {
      const content = createReadStream(path.join(PICTURES, picture.file))
      stored.set(picture.file, await files.put(content, picture.name, LIMITS.exploratoryFileBytes))
    }
  return stored
}

/** Adds exploratory sessions with their observations. */
export const addSessions = async (
  demo: DemoProject,
  settings: DemoSettings,
  pictures: StoredPictures,
): Promise<void> => {
  const types = await idsByName(demo, 'observation_type')
  for (const session of SHOP_SESSIONS) {
    const sessionId = randomUUID()
    const commands: { minute: number; command: ExploratoryCommand }[] = [
      { minute: 0, command: { type: 'session/create', sessionId, values: valuesOf(session, demo, settings) } },
    ]
    for (const note of session.notes)
      commands.push({
        minute: note.minute,
        command: {
          type: 'observation/create',
          sessionId,
          observationId: randomUUID(),
          clockMillis: note.minute * MINUTE_MS,
          values: observationOf(
            note,
            entryOf(types, note.type),
            note.picture === undefined ? [] : [await addPicture(demo, note.picture, pictures)],
          ),
        },
      })
    const elapsedMillis = session.minutes * MINUTE_MS
    const stretchId = randomUUID()
    commands.push({
      minute: session.minutes,
      command: { type: 'clock/measured', sessionId, stretchId, elapsedMillis, isRunning: false },
    })
    if (session.isClosed) commands.push({ minute: session.minutes + 1, command: { type: 'session/close', sessionId } })
    const begun = demo.now - session.daysAgo * DAY_MS - 60 * MINUTE_MS - elapsedMillis
    const { outcomes } = await carryOut(
      demo.db,
      { ...authorIn(demo), features: demo.features },
      commands.map(({ minute, command }) => ({ key: null, at: new Date(begun + minute * MINUTE_MS), command })),
    )
    for (const outcome of outcomes) if (!outcome.done) throw new Error(outcome.refusal.message)
  }
}

const valuesOf = (session: SampleSession, { features }: DemoProject, settings: DemoSettings) => ({
  title: session.title,
  description: session.description,
  charter: session.charter,
  timeBoxMinutes: session.timeBoxMinutes,
  assigneeId: null,
  milestoneId: entryOf(settings.milestones, session.milestone),
  environmentId: entryOf(settings.environments, session.environment),
  configurations: [],
  requirements: features.includes('requirements-mapping') ? [...session.requirements] : [],
})

const observationOf = ({ description, issue }: SampleNote, typeId: number, attachments: ObservationFile[]) => ({
  typeId,
  description,
  elapsedTimeInMillis: null,
  attachments,
  issueId: issue ?? null,
  issueType: issue === undefined ? null : ('JIRA' as const),
  improvementId: null,
  improvementType: null,
})

const addPicture = async (
  { db, project, userId }: DemoProject,
  { name, file }: SamplePicture,
  pictures: StoredPictures,
): Promise<ObservationFile> => {
  const fileUuid = randomUUID()
  const stored = entryOf(pictures, file)
  await addCompleteFile(db, { project, userId }, { ...stored, id: fileUuid, name })
  return { fileUuid, name, contentType: stored.contentType, sizeBytes: stored.sizeBytes }
}
