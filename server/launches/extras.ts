import { namedUserOf } from '../access/users.ts'
import type { Db, Tx } from '../db/open.ts'
import type { LaunchExtras, LaunchRow } from './rows.ts'

type Described = Pick<LaunchRow, 'id' | 'started_by' | 'reviewed_by'>

/** Resolves with the starters, reviewers and attached files of several launches, in one batch. */
export const readLaunchExtras = async (
  db: Db | Tx,
  launches: readonly Described[],
): Promise<(launch: Described) => LaunchExtras> => {
  if (launches.length === 0) return () => ({ startedBy: null, reviewedBy: null, artifacts: [] })
  const ids = launches.map(({ id }) => id)
  const userIds = [
    ...new Set(launches.flatMap((launch) => [launch.started_by, launch.reviewed_by].filter((id) => id !== null))),
  ]
  const [people, artifacts] = await Promise.all([
    userIds.length === 0
      ? []
      : db
          .selectFrom('workspace_user as p')
          .select(['p.id', namedUserOf('p').as('user')])
          .where('p.id', 'in', userIds)
          .execute(),
    db
      .selectFrom('artifact as a')
      .innerJoin('file as f', 'f.hash', 'a.file_hash')
      .select(['a.launch_id', 'a.name', 'a.public_id', 'a.kind', 'a.at', 'f.size_bytes'])
      .where('a.launch_id', 'in', ids)
      .where('a.test_id', 'is', null)
      .where('a.test_session_id', 'is', null)
      .orderBy('a.id')
      .execute(),
  ])
  const userOf = (id: number | null) => people.find((one) => one.id === id)?.user ?? null
  return ({ id, started_by: starter, reviewed_by: reviewer }) => ({
    startedBy: userOf(starter),
    reviewedBy: userOf(reviewer),
    artifacts: artifacts.filter((artifact) => artifact.launch_id === id),
  })
}
