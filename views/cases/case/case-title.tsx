/** Title of a case, editable in place (CPAGE-02). An empty one becomes 'Untitled test case' (TCASE-10). */
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { TestCase } from '../../../contract/cases/cases.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { InlineTitle } from '../list/inline-title.tsx'
import type { PartsProps } from './case-parts.tsx'
import styles from './case-title.module.css'

export interface CaseTitleProps {
  testCase: TestCase
  edit: PartsProps['edit']
  /** `h1` on the case's own page. */
  as?: 'h1' | 'h2'
}

export function CaseTitle({ testCase, edit, as: Heading = 'h2' }: CaseTitleProps) {
  const [begun, setBegun] = useState<number | null>(null)
  if (edit !== null && begun !== null)
    return (
      <div className={styles.title} data-page={Heading === 'h1' || undefined}>
        <InlineTitle
          label="Title"
          initial={testCase.title}
          onSave={(title) => {
            edit({ title: title.trim() || TEXTS.untitledCase }, begun)
            return Promise.resolve()
          }}
          onClose={() => setBegun(null)}
        />
      </div>
    )
  return (
    <Heading className={styles.title} data-page={Heading === 'h1' || undefined}>
      <span>{testCase.title}</span>
      {edit !== null && (
        <IconButton size="sm" label="Edit title" onClick={() => setBegun(testCase.version)}>
          <Pencil aria-hidden />
        </IconButton>
      )}
    </Heading>
  )
}
