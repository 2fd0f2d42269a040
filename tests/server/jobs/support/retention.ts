import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { listLaunches, pinLaunch } from '../../../../contract/launches/launches.ts'
import {
  getRetentionUsage,
  NO_RETENTION,
  previewRetention,
  updateRetention,
  type RetentionPolicy,
} from '../../../../contract/settings/retention.ts'
import { openFolderBlobs } from '../../../../server/files/folder-blobs.ts'
import { createFileStore, type FileStore } from '../../../../server/files/store.ts'
import { createWriter, type Writer } from '../../../../server/launches/writer/writer.ts'
import { runRetention } from '../../../../server/retention/run.ts'
import { TestAgent } from '../../support/agent.ts'
import { ask, startTestApp, type TestApp } from '../../support/app.ts'
import { aProject, aWorkspace, type TestUser } from '../../support/people.ts'

const DAY_MS = 24 * 3_600_000
const never = new AbortController().signal

/** An application with a new project for each test, whose retention runs only when the test does it. */
export const retainedProject = () => {
  let app: TestApp
  let owner: TestUser
  let agent: TestAgent
  let files: FileStore
  let writer: Writer
  let projectId: number
  let projects = 0

  beforeAll(async () => {
    app = await startTestApp()
    owner = await aWorkspace(app)
    files = createFileStore(await openFolderBlobs(app.config.DATA_DIR), app.db)
    writer = createWriter(app.db, { warn: () => undefined }, app.database.isAlone)
  })
  beforeEach(async () => {
    projects += 1
    projectId = await aProject(app, owner, `P${projects}`)
    agent = await TestAgent.of(app, owner, `P${projects}`)
  })
  afterAll(() => app.close())

  const inProject = () => ({ token: owner.token, params: { projectKey: `P${projects}` } })
  const ofLaunch = (launchId: number) => ({ token: owner.token, params: { projectKey: `P${projects}`, launchId } })

  return {
    get app() {
      return app
    },
    get owner() {
      return owner
    },
    get agent() {
      return agent
    },
    get writer() {
      return writer
    },
    get id() {
      return projectId
    },
    get key() {
      return `P${projects}`
    },
    inProject,
    ofLaunch,
    /** Saves the policy, and keeps the server itself from running it for an hour. */
    save: async (changes: Partial<RetentionPolicy>) => {
      await ask(app, updateRetention, { ...inProject(), body: changes })
      await app.db
        .updateTable('retention_policy')
        .set({ is_due: false, run_at: new Date() })
        .where('project_id', '=', projectId)
        .execute()
    },
    preview: (policy: Partial<RetentionPolicy>) => {
      const { keepsMilestones, ...limits } = { ...NO_RETENTION, ...policy }
      const query = Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== null)) as Record<
        string,
        number
      >
      return ask(app, previewRetention, {
        ...inProject(),
        query: { ...query, keepsMilestones: String(keepsMilestones) },
      })
    },
    run: (options: { signal?: AbortSignal; writer?: Writer } = {}) =>
      runRetention(
        { db: app.db, writer: options.writer ?? writer, files, wakeClearing: () => undefined },
        projectId,
        options.signal ?? never,
      ),
    /** Ids of the project's launches, the oldest first. */
    launches: async () =>
      (await ask(app, listLaunches, inProject())).items.map(({ id }) => id).toSorted((a, b) => a - b),
    stored: async () => (await ask(app, getRetentionUsage, inProject())).stored,
    pin: (launchId: number, pinned = true) => ask(app, pinLaunch, { ...ofLaunch(launchId), body: { pinned } }),
    /** Moves the start of a launch, and its end if it has ended, into the past. */
    age: async (launchId: number, daysAgo: number): Promise<void> => {
      const at = new Date(Date.now() - daysAgo * DAY_MS)
      await app.db
        .updateTable('launch')
        .set({
          started_at: at,
          ended_at: sql`case when ended_at is null then null else ${at}::timestamptz end`,
          created_at: at,
        })
        .where('id', '=', launchId)
        .execute()
    },
  }
}
