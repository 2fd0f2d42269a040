import { RELAUNCH_TEXTS, MAX_RERUN_TESTS, type Rerun } from '../../../contract/launches/relaunch.ts'
import { holds } from '../../access/authorise.ts'
import type { Principal, ProjectScope } from '../../access/principals.ts'
import type { RunContext } from '../../db/column-types.ts'
import type { Db } from '../../db/open.ts'
import { conflict, forbidden, wrongField } from '../../http/refusal.ts'
import { roleMay } from '../../../contract/access.ts'
import type { LaunchRow } from '../rows.ts'

/** MENU-09: managers, and holders of the permission. */
export const requireRelaunch = (caller: Principal, project: ProjectScope): void => {
  const isManager = project.role !== null && roleMay(project.role, 'launches:manage')
  if (!isManager && !holds(caller, 'reporting-test-runs-rerun'))
    throw forbidden('You need the permission reporting-test-runs-rerun for this')
}

const FAILED = ['FAILED', 'SKIPPED', 'ABORTED', 'BLOCKED'] as const

/**
 * Builds the run context of the next run. Failed tests are listed by id: agents read it once per process, and the answer must not change
 * while results arrive.
 */
export const contextOf = async (
  db: Db,
  { id, uuid }: Pick<LaunchRow, 'id' | 'uuid'>,
  { option, testIds = [] }: Rerun,
): Promise<RunContext> => {
  if (option === 'RERUN_ALL') return { testRunUuid: uuid }
  const tests = db.selectFrom('test').select('id').where('launch_id', '=', id).orderBy('id')
  if (option === 'RERUN_SPECIFIC_TESTS') {
    const requested = [...new Set(testIds)]
    const found = await tests.where('id', 'in', requested).execute()
    if (found.length < requested.length) throw wrongField('testIds', RELAUNCH_TEXTS.testUnknown)
    return { testRunUuid: uuid, testIds: found.map((test) => test.id) }
  }
  const failed = await tests
    .where('status', 'in', FAILED)
    .limit(MAX_RERUN_TESTS + 1)
    .execute()
  if (failed.length === 0) throw conflict(RELAUNCH_TEXTS.noFailures)
  const isNamed = failed.length <= MAX_RERUN_TESTS
  return {
    testRunUuid: uuid,
    rerunOnlyFailures: true,
    ...(isNamed ? { testIds: failed.map((test) => test.id) } : {}),
  }
}
