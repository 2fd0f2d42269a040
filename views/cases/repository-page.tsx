/** Test case repository of a project (TREE-01): tree, list, and preview. */
import { VocabularyProvider } from '../shared/cases/vocabulary.tsx'
import { Repository } from './repository.tsx'

export function RepositoryPage() {
  return (
    <VocabularyProvider>
      <Repository />
    </VocabularyProvider>
  )
}
