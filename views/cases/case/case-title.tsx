/** Title of a case, editable in place (CPAGE-02). An empty one becomes 'Untitled test case' (TCASE-10). */
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { TestCase } from '../../../contract/cases/cases.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { InlineTitle } from '../list/inline-title.tsx'
import type { PartsProps } from './case-parts.tsx'
import { whyNotEdited } from './case-values.ts'
import styles from './case-title.module.css'

export interface CaseTitleProps {
  testCase: TestCase
  edit: PartsProps['edit']
  /** `h1` on the case's own page. */
  as?: 'h1' | 'h2'
}

export function CaseTitle({ testCase, edit, as: Heading = 'h2' }: CaseTitleProps) {
  const [isEditing, setEditing] = useState(false)
  // A title that is being typed stays when the case is deleted, or the right to change it is lost.
  if (isEditing)
    return (
      <div className={styles.title} data-page={Heading === 'h1' || undefined}>
        <InlineTitle
          of={`case:${testCase.id}`}
          label="Title"
          initial={{ title: testCase.title, version: testCase.version }}
          onSave={(title, seen) => {
            if (edit === null) return Promise.reject(new Error(whyNotEdited(testCase)))
            edit({ title: title.trim() || TEXTS.untitledCase }, seen.version)
            return Promise.resolve()
          }}
          onClose={() => setEditing(false)}
        />
      </div>
    )
  return (
    <Heading className={styles.title} data-page={Heading === 'h1' || undefined}>
      <span>{testCase.title}</span>
      {edit !== null && (
        <IconButton size="sm" label="Edit title" onClick={() => setEditing(true)}>
          <Pencil aria-hidden />
        </IconButton>
      )}
    </Heading>
  )
}
