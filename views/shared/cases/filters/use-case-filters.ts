import type { CaseFilter } from '../../../../contract/cases/filter.ts'
import { useProject, useResource } from '../../../boot/context.tsx'
import { idle } from '../../when-idle.ts'
import { useCases } from '../use-cases.ts'
import { useVocabulary } from '../vocabulary.tsx'
import { filterFields, type FilterField, type FilterOption } from './filters.ts'

/** Filters for the project's test cases. Authors load once the page is idle. */
export function useCaseFilters(filter: CaseFilter): FilterField[] {
  const vocabulary = useVocabulary()
  const cases = useCases()
  const { key } = useProject()
  const { value } = useResource(async () => {
    await idle()
    return (await cases.authors(key)).items
  })
  const authors: FilterOption[] | null =
    value?.map(({ id, username, displayName }) => ({ id, name: displayName || username })) ?? null
  return filterFields({ filter, vocabulary, authors })
}
