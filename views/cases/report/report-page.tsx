/** Printable report of selected cases (EXPORT-01 to EXPORT-26). */
import { useState } from 'react'
import { Redirect } from 'wouter'
import { useProject } from '../../application/context.tsx'
import { inProjectHref, paths } from '../../shared/routes.ts'
import { VocabularyProvider } from '../../shared/cases/vocabulary.tsx'
import { keptForReport } from './kept-report.ts'
import { Report } from './report.tsx'

export function ReportPage() {
  const { key } = useProject()
  const [ids] = useState(() => keptForReport(key))
  if (ids === null) return <Redirect to={inProjectHref(paths.testCases, key)} replace />
  return (
    <VocabularyProvider>
      <Report ids={ids} />
    </VocabularyProvider>
  )
}
