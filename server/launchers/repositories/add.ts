import type { z } from 'zod/mini'
import { parseGitUrl } from '../../../contract/launchers/git-url.ts'
import { LAUNCHER_LIMITS, LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import { VcsProvider } from '../../../contract/launchers/providers.ts'
import { DEMO_REPOSITORY_ID, type addRepository } from '../../../contract/launchers/repositories.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { Principal, ProjectScope } from '../../access/principals.ts'
import type { Tx } from '../../db/open.ts'
import { conflict, wrongField } from '../../http/refusal.ts'
import { unlessTaken } from '../../http/unique.ts'
import { recordChange } from '../changes.ts'
import { DEMO_LAUNCHER, DEMO_NAME, DEMO_URL } from '../demo/demo-repository.ts'
import { clientFor } from '../providers/clients.ts'
import { orRefused, signedIn } from '../providers/routes.ts'
import type { RepositoryParts } from './check.ts'
import { findRepository, sealToken, type RepositoryRow } from './stored.ts'

export interface Where {
  project: ProjectScope
  caller: Principal
}

type Body = z.infer<typeof addRepository.body>

interface NewRepository {
  provider: RepositoryRow['provider']
  provider_side_id: string | null
  name: string
  url: string
  html_url: string | null
  username: string | null
  token: Buffer | null
  via_oauth: boolean
}

/** Stores a repository by its URL, or one from its provider's list. 409 when the project already has it. */
export const storeRepository = async (parts: RepositoryParts, where: Where, body: Body): Promise<RepositoryRow> => {
  const values = body.url === undefined ? await listed(parts, where, body) : byUrl(parts, where, body, body.url)
  return parts.db.transaction().execute(async (tx) => {
    await requireRoom(tx, where.project.id)
    return unlessTaken(insert(tx, where, values), {
      git_repository_url: { field: 'url', message: LAUNCHER_TEXTS.repositoryTwice },
    })
  })
}

const byUrl = ({ secrets }: RepositoryParts, { project }: Where, body: Body, given: string): NewRepository => {
  const parsed = parseGitUrl(given)
  if ('problem' in parsed) throw wrongField('url', parsed.problem)
  const { url, name, htmlUrl } = parsed
  const [username, token] = [body.username ?? '', body.accessToken ?? '']
  return {
    provider: body.provider,
    provider_side_id: null,
    name,
    url,
    html_url: htmlUrl,
    username: username === '' ? null : username,
    token: token === '' ? null : sealToken(secrets, { project_id: project.id, url }, token),
    via_oauth: false,
  }
}

const listed = async (parts: RepositoryParts, { project, caller }: Where, body: Body): Promise<NewRepository> => {
  const provider = VcsProvider.safeParse(body.provider).data
  if (provider === undefined || body.providerSideId === undefined) throw wrongField('url', TEXTS.required)
  const account = await signedIn(parts, caller.userId, provider)
  const found = await orRefused(clientFor(parts.outgoing, account).find(account, body.providerSideId))
  if (found === null) throw wrongField('providerSideId', LAUNCHER_TEXTS.repositoryUnknown)
  const { providerSideId, name, cloneUrl: url, htmlUrl } = found
  // The token is only sent to the server of the account, whatever URL the list contains.
  if (!url.startsWith(`${account.baseUrl}/`)) throw conflict('The provider names an address on another server')
  return {
    provider,
    provider_side_id: providerSideId,
    name,
    url,
    html_url: htmlUrl,
    username: account.viaOauth ? null : account.username,
    token: account.viaOauth ? null : sealToken(parts.secrets, { project_id: project.id, url }, account.token),
    via_oauth: account.viaOauth,
  }
}

const insert = async (tx: Tx, where: Where, values: NewRepository): Promise<RepositoryRow> => {
  const { userId } = where.caller
  const row = await tx
    .insertInto('git_repository')
    .values({ project_id: where.project.id, owner_id: userId, added_by: userId, ...values })
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordChange(tx, where, { what: 'repository', kind: 'added', id: row.id, name: row.name })
  return row
}

const requireRoom = async (tx: Tx, projectId: number): Promise<void> => {
  const { count } = await tx
    .selectFrom('git_repository')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  if (count >= LAUNCHER_LIMITS.repositories)
    throw conflict(`A project can have ${LAUNCHER_LIMITS.repositories} repositories`)
}

/** Adds the demo repository with a launcher that is ready to start, once per project. A second call returns the existing one. */
export const storeDemo = (
  parts: RepositoryParts,
  where: Where,
): Promise<{ row: RepositoryRow; launcherId: number | null }> =>
  parts.db.transaction().execute(async (tx) => {
    // Locks the project, so that concurrent calls do not both insert.
    await tx.selectFrom('project').select('id').where('id', '=', where.project.id).forNoKeyUpdate().execute()
    const known = await tx
      .selectFrom('git_repository')
      .select('id')
      .where('project_id', '=', where.project.id)
      .where('url', '=', DEMO_URL)
      .executeTakeFirst()
    if (known) {
      const launcher = await tx
        .selectFrom('launcher')
        .select('id')
        .where('repository_id', '=', known.id)
        .orderBy('id')
        .limit(1)
        .executeTakeFirst()
      return { row: await findRepository(tx, where.project.id, known.id), launcherId: launcher?.id ?? null }
    }
    const row = await insert(tx, where, {
      provider: 'GIT',
      provider_side_id: DEMO_REPOSITORY_ID,
      name: DEMO_NAME,
      url: DEMO_URL,
      html_url: null,
      username: null,
      token: null,
      via_oauth: false,
    })
    const launcher = await tx
      .insertInto('launcher')
      .values({
        project_id: where.project.id,
        repository_id: row.id,
        name: DEMO_LAUNCHER.name,
        config: JSON.stringify(DEMO_LAUNCHER.config),
        created_by: where.caller.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordChange(tx, where, { what: 'launcher', kind: 'added', id: launcher.id, name: DEMO_LAUNCHER.name })
    return { row, launcherId: launcher.id }
  })
