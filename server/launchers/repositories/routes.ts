import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import { VcsProvider } from '../../../contract/launchers/providers.ts'
import {
  addDemoRepository,
  addRepository,
  checkRepository,
  deleteRepository,
  getRepository,
  isDemo,
  listBranches,
  listRepositories,
  reconnectRepository,
  updateRepositoryCredentials,
} from '../../../contract/launchers/repositories.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { Tx } from '../../db/open.ts'
import { conflict, stale, wrongField } from '../../http/refusal.ts'
import type { Routes } from '../../http/routes.ts'
import { recordChange } from '../changes.ts'
import { signedIn } from '../providers/routes.ts'
import { storeDemo, storeRepository, type Where } from './add.ts'
import { checkConnection, readRefs, type RepositoryParts } from './check.ts'
import { describeRepository, findRepository, readTree, sealToken, type RepositoryRow } from './stored.ts'

export const repositoryRoutes = (routes: Routes, parts: RepositoryParts): void => {
  const { db, secrets } = parts
  const checked = async (row: RepositoryRow) => describeRepository(db, await checkConnection(parts, row))

  routes.inProject(listRepositories, async ({ project }) => ({ items: await readTree(db, project.id) }))
  routes.inProject(getRepository, async ({ project, params }) =>
    describeRepository(db, await findRepository(db, project.id, params.repoId)),
  )
  routes.inProject(listBranches, async ({ project, params }) => {
    const { branches, defaultBranch, problem } = await readRefs(
      parts,
      await findRepository(db, project.id, params.repoId),
    )
    return { items: branches, defaultBranch, problem }
  })

  routes.inProject(addRepository, async (given) => checked(await storeRepository(parts, given, given.body)))
  routes.inProject(addDemoRepository, async (given) => {
    const { row, launcherId } = await storeDemo(parts, given)
    return { repository: await checked(row), launcherId }
  })

  /** Updates the connection of a repository, in one transaction with its event. */
  const reread = (where: Where, repoId: number, change: (tx: Tx, row: RepositoryRow) => Promise<unknown>) =>
    db.transaction().execute(async (tx) => {
      const row = await findRepository(tx, where.project.id, repoId, { lock: true })
      if (isDemo({ providerSideId: row.provider_side_id })) throw conflict(LAUNCHER_TEXTS.demoFixed)
      await change(tx, row)
      await recordChange(tx, where, { what: 'repository', kind: 'changed', id: row.id, name: row.name })
      return findRepository(tx, where.project.id, repoId)
    })

  routes.inProject(updateRepositoryCredentials, async (given) => {
    const { username, accessToken, accessTokenEncrypted, version } = given.body
    const row = await reread(given, given.params.repoId, async (tx, stored) => {
      if (version !== undefined && version !== stored.credentials_version)
        throw stale(TEXTS.changedMeanwhile, await describeRepository(tx, stored), [
          { field: 'credentials', message: TEXTS.changedMeanwhile },
        ])
      if (accessTokenEncrypted && stored.token === null)
        throw wrongField('accessToken', LAUNCHER_TEXTS.repositoryNotConnected)
      return tx
        .updateTable('git_repository')
        .set({
          username,
          token: accessTokenEncrypted ? stored.token : sealToken(secrets, stored, accessToken),
          credentials_version: stored.credentials_version + 1,
          via_oauth: false,
          owner_id: given.caller.userId,
        })
        .where('id', '=', stored.id)
        .execute()
    })
    return checked(row)
  })

  routes.inProject(reconnectRepository, async (given) => {
    const { provider } = await findRepository(db, given.project.id, given.params.repoId)
    const known = VcsProvider.safeParse(provider).data
    if (known === undefined) throw conflict(LAUNCHER_TEXTS.notSignedIn)
    const account = await signedIn(parts, given.caller.userId, known)
    const row = await reread(given, given.params.repoId, (tx, stored) => {
      if (!stored.url.startsWith(`${account.baseUrl}/`)) throw conflict('Your sign-in is at another server')
      return tx
        .updateTable('git_repository')
        .set({
          username: account.viaOauth ? null : account.username,
          token: account.viaOauth ? null : sealToken(secrets, stored, account.token),
          credentials_version: stored.credentials_version + 1,
          via_oauth: account.viaOauth,
          owner_id: given.caller.userId,
        })
        .where('id', '=', stored.id)
        .execute()
    })
    return checked(row)
  })

  routes.inProject(checkRepository, async ({ project, params }) =>
    checked(await findRepository(db, project.id, params.repoId)),
  )

  routes.inProject(deleteRepository, (given) =>
    db.transaction().execute(async (tx) => {
      const row = await findRepository(tx, given.project.id, given.params.repoId)
      await tx.deleteFrom('git_repository').where('id', '=', row.id).execute()
      await recordChange(tx, given, { what: 'repository', kind: 'deleted', id: row.id, name: row.name })
      return {}
    }),
  )
}
