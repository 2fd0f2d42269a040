import { sql } from 'kysely'
import { LIMITS } from '../../../contract/limits.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { Db } from '../../db/open.ts'
import { notFound } from '../../http/refusal.ts'
import { defaultValues, readDefinitions } from '../content/definitions.ts'
import { readSuitesAbove, titlesAbove } from '../export/suite-paths.ts'
import type { Where } from '../repository.ts'
import type { SuggestionRequest } from './prompt.ts'
import type { Defaults } from './suggested.ts'

/** Number of existing titles in the prompt, to avoid repetitions. */
const TITLES = 100

/** Context of a suite for the prompt, and defaults of its cases. */
export interface SuggestionContext {
  suiteId: number
  wanted: SuggestionRequest
  defaults: Defaults
}

/** Throws 404 for an unknown suite. */
export const readContext = async (
  db: Db,
  { projectId, userId }: Where,
  { suiteId, requirements }: { suiteId: number; requirements: string },
): Promise<SuggestionContext> => {
  const suite = await db
    .selectFrom('suite as s')
    .innerJoin('project as p', 'p.id', 's.project_id')
    .select(['s.description', 'p.name as projectName'])
    .where('s.id', '=', suiteId)
    .where('s.project_id', '=', projectId)
    .where('s.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!suite) throw notFound(TEXTS.suiteNotFound)
  const [above, definitions, titles] = await Promise.all([
    readSuitesAbove(db, projectId, [suiteId]),
    readDefinitions(db, projectId),
    sql<{ title: string }>`
      select title from test_case where suite_id = ${suiteId} and deleted_at is null order by position limit ${TITLES}`.execute(
      db,
    ),
  ])
  return {
    suiteId,
    wanted: {
      projectName: suite.projectName,
      suitePath: titlesAbove(above).get(suiteId) ?? [],
      suiteDescription: suite.description,
      titles: titles.rows.map(({ title }) => title),
      requirements,
      max: LIMITS.suggestionsAtOnce,
    },
    defaults: {
      priority: definitions.defaultPriority,
      automationState: definitions.defaultAutomationState,
      customFields: defaultValues(definitions.fields, userId, new Date()) as Defaults['customFields'],
    },
  }
}
