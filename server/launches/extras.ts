import type { Db, Tx } from '../db/open.ts'
import type { LaunchExtras, LaunchRow } from './rows.ts'

/** Who started the launches and which files they carry, for as many as are shown at once. */
export const readLaunchExtras = async (
  db: Db | Tx,
  launches: readonly Pick<LaunchRow, 'id' | 'started_by'>[],
): Promise<(launch: Pick<LaunchRow, 'id' | 'started_by'>) => LaunchExtras> => {
  if (launches.length === 0) return () => ({ startedBy: null, artifacts: [] })
  const ids = launches.map(({ id }) => id)
  const starters = [...new Set(launches.flatMap(({ started_by: id }) => (id === null ? [] : [id])))]
  const [people, artifacts] = await Promise.all([
    starters.length === 0
      ? []
      : db.selectFrom('person').select(['id', 'username']).where('id', 'in', starters).execute(),
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
  return ({ id, started_by: starter }) => ({
    startedBy: people.find((person) => person.id === starter) ?? null,
    artifacts: artifacts.filter((artifact) => artifact.launch_id === id),
  })
}
