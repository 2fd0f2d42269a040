import type { CaseFilter } from '../../../../contract/cases/filter.ts'
import { useProject, useResource } from '../../../boot/context.tsx'
import { idle } from '../../when-idle.ts'
import { useCases } from '../use-cases.ts'
import { useVocabulary } from '../vocabulary.tsx'
import { filterFields, type FilterField } from './filters.ts'

/** Filters for the project's test cases. Authors and users load once the page is idle. */
export function useCaseFilters(filter: CaseFilter): FilterField[] {
  const vocabulary = useVocabulary()
  const cases = useCases()
  const { key } = useProject()
  const { value } = useResource(async () => {
    await idle()
    const [authors, people] = await Promise.all([cases.authors(key), cases.peopleInUse(key)])
    return {
      authors: authors.items.map(({ id, username, displayName }) => ({ id, name: displayName || username })),
      people: people.items,
    }
  })
  return filterFields({ filter, vocabulary, authors: value?.authors ?? null, people: value?.people ?? null })
}
