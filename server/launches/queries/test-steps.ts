import type { z } from 'zod/mini'
import type { listTestSteps } from '../../../contract/launches/test-details.ts'
import type { Db } from '../../db/open.ts'
import { uploadOf, uploadsOf } from './test-sessions.ts'

/** Resolves with the steps of an attempt and their files. */
export const readTestSteps = async (
  db: Db,
  testId: number,
  attempt: number,
): Promise<z.infer<typeof listTestSteps.answer>> => {
  const [stored, uploads] = await Promise.all([
    db
      .selectFrom('test_steps')
      .select(['steps', 'omitted'])
      .where('test_id', '=', testId)
      .where('attempt', '=', attempt)
      .executeTakeFirst(),
    uploadsOf(db)
      .select('a.step')
      .where('a.test_id', '=', testId)
      .where('a.attempt', '=', attempt)
      .where('a.step', 'is not', null)
      .execute(),
  ])
  return {
    items: stored?.steps ?? [],
    omitted: stored?.omitted ?? 0,
    artifacts: uploads.flatMap((upload) => (upload.step === null ? [] : [{ ...uploadOf(upload), step: upload.step }])),
  }
}
