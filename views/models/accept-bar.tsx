/** Number of accepted cases and their target suite. */
import { useState } from 'react'
import { SuiteTitle } from '../../contract/cases/suites.ts'
import type { AcceptTarget, CaseModelSnapshot } from '../../machines/models/case-model.machine.ts'
import { isOvertaken } from '../../machines/models/chosen-cases.ts'
import { spelledOut } from '../../machines/models/suggest.ts'
import { Button } from '../ui/controls/button.tsx'
import { Select } from '../ui/forms/select.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { useIsOn } from '../shared/cases/vocabulary.tsx'
import { formatCount } from '../ui/text/figures.ts'
import { capital } from './transitions.ts'
import styles from './models.module.css'

export interface AcceptBarProps {
  context: CaseModelSnapshot['context']
  count: number
  isAccepting: boolean
  onObsolete: (obsolete: 'deprecate' | 'leave') => void
  onAccept: (target: AcceptTarget) => void
}

export function AcceptBar({ context, count, isAccepting, onObsolete, onAccept }: AcceptBarProps) {
  const { suite, kept, read, comparison, obsolete } = context
  const isBlocked = count === 0 || isOvertaken(context)
  const canDeprecate = useIsOn()('DEPRECATED')
  const [typed, setTyped] = useState<string | null>(null)
  const title = typed ?? capital(spelledOut(read?.model.name ?? ''))
  const named = SuiteTitle.safeParse(title)
  const error = named.success ? undefined : named.error.issues[0]?.message
  if (kept !== null)
    return (
      <div className={styles.accept}>
        {comparison.obsolete.length > 0 && !canDeprecate && (
          <p>{formatCount(comparison.obsolete.length, 'obsolete case is kept', 'obsolete cases are kept')}</p>
        )}
        {comparison.obsolete.length > 0 && canDeprecate && (
          <Select
            label={formatCount(comparison.obsolete.length, 'obsolete case', 'obsolete cases')}
            value={obsolete}
            options={[
              { value: 'deprecate', label: 'Deprecate' },
              { value: 'leave', label: 'Keep' },
            ]}
            onValueChange={(to) => onObsolete(to === 'leave' ? 'leave' : 'deprecate')}
          />
        )}
        <Button variant="primary" isPending={isAccepting} aria-disabled={isBlocked} onClick={() => onAccept(null)}>
          {`Save version ${kept.version + 1}`}
        </Button>
      </div>
    )
  return (
    <div className={styles.accept}>
      {suite === null && (
        <TextField label="New suite" value={title} error={error} autoComplete="off" onValueChange={setTyped} />
      )}
      <Button
        variant="primary"
        isPending={isAccepting}
        aria-disabled={isBlocked || (suite === null && !named.success)}
        onClick={() => {
          if (suite !== null) onAccept(null)
          else if (named.success) onAccept({ title: named.data, parentSuiteId: null })
        }}
      >
        {count === 0 ? 'Create cases' : `Create ${formatCount(count, 'case', 'cases')}`}
      </Button>
    </div>
  )
}
