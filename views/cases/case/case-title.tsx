/** The title of a case, typed where it stands (CPAGE-02). An empty one becomes 'Untitled test case' (TCASE-10). */
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { TestCase } from '../../../contract/cases/cases.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { InlineTitle } from '../list/inline-title.tsx'
import type { PartsProps } from './case-parts.tsx'
import styles from './case-title.module.css'

export function CaseTitle({ testCase, edit }: { testCase: TestCase; edit: PartsProps['edit'] }) {
  const [begun, setBegun] = useState<number | null>(null)
  if (edit !== null && begun !== null)
    return (
      <div className={styles.title}>
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
    <h2 className={styles.title}>
      <span>{testCase.title}</span>
      {edit !== null && (
        <IconButton size="sm" label="Edit title" onClick={() => setBegun(testCase.version)}>
          <Pencil aria-hidden />
        </IconButton>
      )}
    </h2>
  )
}
