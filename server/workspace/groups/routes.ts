import { PERMISSION_SECTIONS } from '../../../contract/workspace/permission-labels.ts'
import {
  addGroupUser,
  createGroup,
  deleteGroup,
  listGroups,
  listPermissions,
  removeGroupUser,
  updateGroup,
} from '../../../contract/workspace/groups.ts'
import type { Principals } from '../../access/principals.ts'
import type { Db } from '../../db/open.ts'
import type { Routes } from '../../http/routes.ts'
import { addGroup, addToGroup, changeGroup, removeFromGroup, removeGroup } from './change.ts'
import { findGroups, readGroup } from './read.ts'

const PERMISSIONS = PERMISSION_SECTIONS.flatMap(({ section, permissions }) =>
  permissions.map((permission) => ({ ...permission, section })),
)

export const groupRoutes = (routes: Routes, { db, principals }: { db: Db; principals: Principals }): void => {
  routes.signedIn(listPermissions, () => ({ items: PERMISSIONS }))
  routes.signedIn(listGroups, ({ query }) => findGroups(db, query))
  routes.signedIn(createGroup, async ({ caller, body }) => readGroup(db, await addGroup(db, caller, body)))

  routes.signedIn(updateGroup, async ({ caller, params, body }) => {
    await changeGroup(db, caller, params.groupId, body)
    principals.forget()
    return readGroup(db, params.groupId)
  })

  routes.signedIn(deleteGroup, async ({ caller, params }) => {
    await removeGroup(db, caller, params.groupId)
    principals.forget()
    return {}
  })

  routes.signedIn(addGroupUser, async ({ caller, params }) => {
    await addToGroup(db, caller, params.groupId, params.userId)
    principals.forget(params.userId)
    return readGroup(db, params.groupId)
  })

  routes.signedIn(removeGroupUser, async ({ caller, params }) => {
    await removeFromGroup(db, caller, params.groupId, params.userId)
    principals.forget(params.userId)
    return readGroup(db, params.groupId)
  })
}
