import {
  removeWorkspaceLogo,
  renameWorkspace,
  setWorkspaceLogo,
  WORKSPACE_LOGO_TEXTS,
} from '../../contract/workspace/workspace.ts'
import type { Principals } from '../access/principals.ts'
import { appendEvents } from '../db/events.ts'
import type { Db } from '../db/open.ts'
import { mergeEdit } from '../http/merge-edit.ts'
import { keepPicture } from '../files/pictures.ts'
import { workspaceLogoPath } from '../files/routes.ts'
import type { FileStore } from '../files/store.ts'
import type { Routes } from '../http/routes.ts'

interface Parts {
  db: Db
  principals: Principals
  files: FileStore
}

/** Name and logo of the workspace, in the navigation and on the sign-in page (WNAV-19). */
export const workspaceRoutes = (routes: Routes, { db, principals, files }: Parts): void => {
  const setLogo = async (userId: number, hash: string | null) => {
    await db.transaction().execute(async (tx) => {
      const { logo_hash: before } = await tx
        .selectFrom('workspace')
        .select('logo_hash')
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow()
      if (before === hash) return
      await tx.updateTable('workspace').set({ logo_hash: hash }).execute()
      const payload = {
        before: { logo: before === null ? null : 'a picture' },
        changes: { logo: hash === null ? null : before === null ? 'a picture' : 'another picture' },
      }
      await appendEvents(tx, [{ stream: 'workspace', type: 'workspace/logo', payload, userId }])
    })
    principals.forget()
    return { logoUrl: hash === null ? null : workspaceLogoPath(hash) }
  }

  routes.signedIn(renameWorkspace, async ({ caller, body }) => {
    const name = await db.transaction().execute(async (tx) => {
      const before = await tx.selectFrom('workspace').select('name').forNoKeyUpdate().executeTakeFirstOrThrow()
      const changes = await mergeEdit<typeof before>(before, body, () => before)
      if (changes.name === undefined) return before.name
      await tx.updateTable('workspace').set({ name: changes.name }).execute()
      const payload = { before, changes }
      await appendEvents(tx, [{ stream: 'workspace', type: 'workspace/renamed', payload, userId: caller.userId }])
      return changes.name
    })
    principals.forget()
    return { name }
  })

  routes.signedIn(setWorkspaceLogo, async ({ caller, body }) =>
    setLogo(caller.userId, await keepPicture(files, body.image, WORKSPACE_LOGO_TEXTS)),
  )
  routes.signedIn(removeWorkspaceLogo, ({ caller }) => setLogo(caller.userId, null))
}
