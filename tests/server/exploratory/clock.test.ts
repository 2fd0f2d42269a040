import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMITS } from '../../../contract/limits.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aWorkspace, type TestUser } from '../support/people.ts'
import { anExploratoryProject, exploratoryOf, type Exploratory, measured } from './support.ts'

let app: TestApp
let owner: TestUser
let project: Exploratory
let theirs: Exploratory
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  project = await anExploratoryProject(app, owner)
  const engineer = await aUser(app, { roles: { [project.projectId]: 'ENGINEER' } })
  theirs = await exploratoryOf(app, engineer, project.projectKey, project.projectId)
})
afterAll(() => app.close())

const uuid = () => crypto.randomUUID()

test('[ESED-01] the clock adds up over devices, also with late and repeated reports, and runs while one device runs', async () => {
  const { id } = await project.create()
  const [mine, other] = [uuid(), uuid()]
  const clock = async () => {
    const { recordedMillis, isRecording, elapsedTimeInMillis } = await project.get(id)
    return [recordedMillis, isRecording, elapsedTimeInMillis]
  }
  await project.send([measured(id, mine, 0)])
  expect(await clock()).toEqual([0, true, 0])
  await project.send([measured(id, mine, 5000), measured(id, mine, 3000), measured(id, mine, 5000)])
  await theirs.send([measured(id, other, 2000)])
  expect(await clock()).toEqual([7000, true, 7000])
  await project.send([measured(id, mine, 6000, false), measured(id, mine, 6000), measured(id, mine, 5500)])
  expect(await clock()).toEqual([8000, true, 8000])
  await theirs.send([measured(id, other, 2000, false)])
  expect(await clock()).toEqual([8000, false, 8000])
  await project.observe(id, { elapsedTimeInMillis: 9000 })
  expect(await clock()).toEqual([8000, false, 9000])
})

test('[ESED-01] the clock stops on a device that has been silent for long, with the time of its last message', async () => {
  const { id } = await project.create()
  expect(await project.get(id)).not.toHaveProperty('recordingHeardAt')
  const [fresh, silent] = [1, LIMITS.recordingSilenceMs].map((ms) => new Date(Date.now() - ms))
  await project.send([measured(id, uuid(), 4000)], { at: silent })
  const seen = async () => {
    const { isRecording, recordingHeardAt } = await project.get(id)
    return { isRecording, recordingHeardAt }
  }
  expect(await seen()).toEqual({ isRecording: false, recordingHeardAt: silent?.toISOString() })
  const stretch = uuid()
  await project.send([measured(id, stretch, 1000)], { at: fresh })
  expect(await seen()).toEqual({ isRecording: true, recordingHeardAt: fresh?.toISOString() })
  expect((await project.list()).items.find((one) => one.id === id)).toMatchObject({ isRecording: true })
  // Of the running clocks, the one that began first.
  expect(await project.get(id)).toMatchObject({
    recordingSince: new Date((silent?.getTime() ?? 0) - 4000).toISOString(),
  })
  await project.send([measured(id, stretch, 2000, false)])
  expect(await seen()).toEqual({ isRecording: false, recordingHeardAt: silent?.toISOString() })
})

test('[ESED-01] the clock does not run in a closed session', async () => {
  const { id } = await project.create()
  await project.send([measured(id, uuid(), 100)])
  expect(await project.close(id)).toMatchObject({ isRecording: false, recordedMillis: 100 })
  const running = await app.db
    .selectFrom('exploratory_stretch')
    .select('is_running')
    .where('session_id', '=', id)
    .execute()
  expect(running).toEqual([{ is_running: false }])
})
