import {
  getAutomationStates,
  getPriorities,
  saveAutomationStates,
  savePriorities,
} from '../../../contract/settings/case-attributes.ts'
import { getFailureTags, saveFailureTags } from '../../../contract/settings/failure-tags.ts'
import { getObservationTypes, saveObservationTypes } from '../../../contract/settings/observation-types.ts'
import {
  getResultStatuses,
  saveResultStatuses,
  type StoredResultStatus,
} from '../../../contract/settings/result-statuses.ts'
import type { Principal, ProjectScope } from '../../access/principals.ts'
import type { Db } from '../../db/open.ts'
import type { Routes } from '../../http/routes.ts'
import type { GivenEntry, HeldList } from './held-list.ts'
import { AUTOMATION_STATES, FAILURE_TAGS, OBSERVATION_TYPES, PRIORITIES, RESULT_STATUSES } from './lists.ts'
import type { ListRead } from './known-lists.ts'
import { readHeldList } from './read.ts'
import { saveHeldList } from './save.ts'

interface Place {
  caller: Principal
  project: ProjectScope
}

/** Routes of result statuses, observation types, failure tags, priorities and automation states: each list is read and saved as a whole. */
export const heldListRoutes = (routes: Routes, { db }: { db: Db }): void => {
  const list = <Given extends GivenEntry, Stored extends Given & { id: number }, Answer>(
    held: HeldList<Given, Stored>,
    answerOf: (read: ListRead<Stored>) => Answer,
  ) => ({
    read: async ({ project }: Place) => answerOf(await readHeldList(db, held, project.id)),
    save: async ({ caller, project }: Place, version: number, entries: readonly Given[]) =>
      answerOf(
        await saveHeldList(db, held, { projectId: project.id, userId: caller.userId, version, entries }, answerOf),
      ),
  })

  const statuses = list(RESULT_STATUSES, statusesAnswer)
  routes.inProject(getResultStatuses, statuses.read)
  routes.inProject(saveResultStatuses, (given) => statuses.save(given, given.body.version, given.body.resultStatuses))

  const types = list(OBSERVATION_TYPES, itemsAnswer)
  routes.inProject(getObservationTypes, types.read)
  routes.inProject(saveObservationTypes, (given) => types.save(given, given.body.version, given.body.items))

  const tags = list(FAILURE_TAGS, itemsAnswer)
  routes.inProject(getFailureTags, tags.read)
  routes.inProject(saveFailureTags, (given) => tags.save(given, given.body.version, given.body.items))

  const priorities = list(PRIORITIES, itemsAnswer)
  routes.inProject(getPriorities, priorities.read)
  routes.inProject(savePriorities, (given) => priorities.save(given, given.body.version, given.body.priorities))

  const states = list(AUTOMATION_STATES, itemsAnswer)
  routes.inProject(getAutomationStates, states.read)
  routes.inProject(saveAutomationStates, (given) => states.save(given, given.body.version, given.body.automationStates))
}

const itemsAnswer = <Stored>({ version, savedBy, entries }: ListRead<Stored>) => ({ version, savedBy, items: entries })
const statusesAnswer = ({ version, savedBy, entries }: ListRead<StoredResultStatus>) => ({
  version,
  savedBy,
  data: { resultStatuses: entries },
})
