import {
  addMembers,
  deleteMember,
  listCandidates,
  listMembers,
  updateMember,
} from '../../../contract/settings/members.ts'
import { actingRole } from '../../access/acting-role.ts'
import type { Principals } from '../../access/principals.ts'
import type { Db } from '../../db/open.ts'
import { notFound } from '../../http/refusal.ts'
import type { Routes } from '../../http/routes.ts'
import { addToProject, giveRole, takeOut } from './change.ts'
import { findCandidates, findMembers, readMember } from './read.ts'

export const memberRoutes = (routes: Routes, { db, principals }: { db: Db; principals: Principals }): void => {
  routes.inProject(listMembers, async ({ caller, project, query }) => ({
    ...(await findMembers(db, project.id, query)),
    acting: (await actingRole(db, caller, project.id)) ?? 'GUEST',
  }))

  routes.inProject(listCandidates, async ({ project, query }) => ({
    items: await findCandidates(db, project.id, query.q),
  }))

  routes.inProject(addMembers, async ({ caller, project, body }) => {
    const { added, leftOut } = await addToProject(db, caller, project.id, body)
    for (const userId of added) principals.forget(userId)
    return { added: added.length, leftOut }
  })

  routes.inProject(updateMember, async ({ caller, project, params, body }) => {
    await giveRole(db, caller, project.id, params.userId, body)
    principals.forget(params.userId)
    const member = await readMember(db, project.id, params.userId)
    if (!member) throw notFound('This user is not a member of the project')
    return member
  })

  routes.inProject(deleteMember, async ({ caller, project, params }) => {
    await takeOut(db, caller, project.id, params.userId)
    principals.forget(params.userId)
    return {}
  })
}
