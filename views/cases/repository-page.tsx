/** All suites and cases of a project (TREE-01): the tree, the list, and the preview of a case. */
import { VocabularyProvider } from '../shared/cases/vocabulary.tsx'
import { Repository } from './repository.tsx'

export function RepositoryPage() {
  return (
    <VocabularyProvider>
      <Repository />
    </VocabularyProvider>
  )
}
