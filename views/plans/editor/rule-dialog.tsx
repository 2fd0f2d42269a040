/** Exclusion rule: options of at least two groups that never occur together. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- output belongs to forms, and the groups are laid out as divs */
import { Check, Plus } from 'lucide-react'
import { useState } from 'react'
import type { PlanRule } from '../../../contract/plans/plans.ts'
import type { ConfigurationGroup } from '../../../contract/settings/configurations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { ruleText } from './part-labels.ts'
import styles from './editor.module.css'

interface RuleDialogProps {
  groups: readonly ConfigurationGroup[]
  onAdd: (rule: PlanRule) => void
  onClose: () => void
}

export function RuleDialog({ groups, onAdd, onClose }: RuleDialogProps) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const toggle = (id: number) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  const never = groups
    .map(({ id, options }) => ({
      groupId: id,
      optionIds: options.flatMap((option) => (chosen.has(option.id) ? [option.id] : [])),
    }))
    .filter(({ optionIds }) => optionIds.length > 0)
  return (
    <Dialog
      title="Never together"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={never.length < 2} onClick={() => onAdd({ never })}>
            Add rule
          </Button>
        </>
      }
    >
      <div className={styles.rule}>
        <p role="status">
          {never.length < 2
            ? 'Choose options of two groups or more. No run has them together.'
            : `Never ${ruleText({ never }, groups)}`}
        </p>
        {groups.map((group) => (
          <div key={group.id} className={styles.configuration} role="group" aria-label={group.name}>
            <b>{group.name}</b>
            <div className={styles.options}>
              {group.options.map(({ id, name }) => (
                <button
                  key={id}
                  type="button"
                  className={styles.option}
                  aria-pressed={chosen.has(id)}
                  onClick={() => toggle(id)}
                >
                  {chosen.has(id) ? <Check aria-hidden /> : <Plus aria-hidden />}
                  {name}
                </button>
              ))}
            </div>
          </div>
        ))}
      </div>
    </Dialog>
  )
}
