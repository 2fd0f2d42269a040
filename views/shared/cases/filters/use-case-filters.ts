import { LIMITS } from '../../../../contract/limits.ts'
import { listFieldUsers } from '../../../../contract/settings/test-case-fields.ts'
import { listCaseAuthors } from '../../../../contract/cases/cases.ts'
import type { CaseFilter } from '../../../../contract/cases/filter.ts'
import { useProject, useResource, useApplication } from '../../../application/context.tsx'
import { idle } from '../../../application/when-idle.ts'
import { useVocabulary } from '../vocabulary.tsx'
import { filterFields, type FilterField } from './filters.ts'

/** Filters for the project's test cases. Authors and users load once the page is idle. */
export function useCaseFilters(filter: CaseFilter): FilterField[] {
  const vocabulary = useVocabulary()
  const { send } = useApplication()
  const { key } = useProject()
  const { value } = useResource(async () => {
    await idle()
    const [authors, people] = await Promise.all([
      send(listCaseAuthors, { params: { projectKey: key } }),
      send(listFieldUsers, { params: { projectKey: key }, query: { inUse: true, pageSize: LIMITS.maxFieldUsers } }),
    ])
    return {
      authors: authors.items.map(({ id, username, displayName }) => ({ id, name: displayName || username })),
      people: people.items,
    }
  })
  return filterFields({ filter, vocabulary, authors: value?.authors ?? null, people: value?.people ?? null })
}
