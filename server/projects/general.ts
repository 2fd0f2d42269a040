import { LOGO_TEXTS, removeProjectLogo, setProjectLogo, updateProject } from '../../contract/settings/general.ts'
import type { SettingsChange } from '../../contract/settings/changes.ts'
import type { Principals } from '../access/principals.ts'
import type { Db, Tx } from '../db/open.ts'
import { keepPicture } from '../files/pictures.ts'
import type { FileStore } from '../files/store.ts'
import { mergeEdit } from '../http/merge-edit.ts'
import { wrongField } from '../http/refusal.ts'
import type { Routes } from '../http/routes.ts'
import { readProject } from './list.ts'
import { appendChanges, differences } from '../settings/settings.ts'
import { displayName, isUser } from '../access/users.ts'

interface Parts {
  db: Db
  principals: Principals
  files: FileStore
}

/**
 * Name, lead and logo of a project (GENERAL-02, GENERAL-04). Changes are appended to the workspace's stream, since every node caches
 * projects' names.
 */
export const generalRoutes = (routes: Routes, { db, principals, files }: Parts): void => {
  routes.inProject(updateProject, async ({ caller, project, body }) => {
    await db.transaction().execute(async (tx) => {
      const before = await stored(tx, project.id)
      const edit = await mergeEdit<Pick<typeof before, 'name' | 'leadId'>>(before, body, () =>
        readProject(tx, caller, project.id),
      )
      const { name = before.name, leadId = before.leadId } = edit
      if (leadId !== null && leadId !== before.leadId && !(await isMember(tx, project.id, leadId)))
        throw wrongField('leadId', 'The lead must be a member of the project')
      const lead = await nameOf(tx, leadId)
      const values = differences(before, { ...before, name, lead }, ['name', 'lead'])
      if (name === before.name && leadId === before.leadId) return
      await tx.updateTable('project').set({ name, lead_id: leadId }).where('id', '=', project.id).execute()
      await recordChange(tx, project.id, caller.userId, { kind: 'changed', subject: name, values })
    })
    principals.forget(caller.userId)
    return readProject(db, caller, project.id)
  })

  const setLogo = (projectId: number, userId: number, hash: string | null): Promise<void> =>
    db.transaction().execute(async (tx) => {
      const before = await stored(tx, projectId)
      if (before.logoHash === hash) return
      await tx.updateTable('project').set({ logo_hash: hash, logo_url: null }).where('id', '=', projectId).execute()
      const logo = {
        before: before.logoHash === null ? null : 'A picture',
        after: hash === null ? null : before.logoHash === null ? 'A picture' : 'Another picture',
      }
      await recordChange(tx, projectId, userId, { kind: 'changed', subject: before.name, values: { logo } })
    })

  routes.inProject(setProjectLogo, async ({ caller, project, body }) => {
    await setLogo(project.id, caller.userId, await keepPicture(files, body.image, LOGO_TEXTS))
    return readProject(db, caller, project.id)
  })

  routes.inProject(removeProjectLogo, async ({ caller, project }) => {
    await setLogo(project.id, caller.userId, null)
    return readProject(db, caller, project.id)
  })
}

/** Reads and locks the current values, so that the event records the actual previous state. */
const stored = async (tx: Tx, projectId: number) => {
  const row = await tx
    .selectFrom('project')
    .select(['name', 'lead_id', 'logo_hash'])
    .where('id', '=', projectId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return { name: row.name, leadId: row.lead_id, logoHash: row.logo_hash, lead: await nameOf(tx, row.lead_id) }
}

/** Returns whether a user is a member. Service accounts lead no projects. */
const isMember = async (tx: Tx, projectId: number, userId: number): Promise<boolean> => {
  const row = await tx
    .selectFrom('project_member as m')
    .innerJoin('workspace_user as p', 'p.id', 'm.user_id')
    .select('p.id')
    .where('m.project_id', '=', projectId)
    .where('p.id', '=', userId)
    .where(isUser('p'))
    .executeTakeFirst()
  return row !== undefined
}

const nameOf = async (tx: Tx, userId: number | null): Promise<string | null> => {
  if (userId === null) return null
  const row = await tx
    .selectFrom('workspace_user as p')
    .select(displayName('p').as('name'))
    .where('p.id', '=', userId)
    .executeTakeFirst()
  return row?.name ?? null
}

const recordChange = (tx: Tx, projectId: number, userId: number, change: SettingsChange) =>
  appendChanges(tx, { area: 'project', projectId, userId, changes: [change], stream: 'workspace' })
