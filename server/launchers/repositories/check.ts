import type { ConnectionProblem } from '../../../contract/launchers/repositories.ts'
import type { Db } from '../../db/open.ts'
import { GitFailure, type Git, type Refs } from '../git/git.ts'
import { ProviderFailure } from '../providers/provider-client.ts'
import type { AccountParts } from '../providers/accounts.ts'
import { findRepository, targetOf, type RepositoryRow } from './stored.ts'

export interface RepositoryParts extends AccountParts {
  git: Git
}

const NO_REFS: Refs = { branches: [], defaultBranch: null }

/** Reads the branches from the git server. When it fails, there are none, and `problem` tells why. */
export const readRefs = async (
  parts: RepositoryParts,
  row: RepositoryRow,
): Promise<Refs & { problem: ConnectionProblem | null }> => {
  try {
    return { ...(await parts.git.refs(await targetOf(parts, row))), problem: null }
  } catch (error) {
    if (error instanceof GitFailure) return { ...NO_REFS, problem: error.why }
    if (error instanceof ProviderFailure) return { ...NO_REFS, problem: error.why }
    throw error
  }
}

/** Checks the connection and stores the result, unless the credentials changed meanwhile. Resolves with the current row. */
export const checkConnection = async (parts: RepositoryParts, row: RepositoryRow): Promise<RepositoryRow> => {
  const { problem } = await readRefs(parts, row)
  await keepOutcome(parts.db, row, problem)
  return findRepository(parts.db, row.project_id, row.id)
}

const keepOutcome = (db: Db, row: RepositoryRow, problem: ConnectionProblem | null) =>
  db
    .updateTable('git_repository')
    .set({ verified: problem === null, problem, checked_at: new Date() })
    .where('id', '=', row.id)
    .where('via_oauth', '=', row.via_oauth)
    .where('token', row.token === null ? 'is' : '=', row.token)
    .execute()
