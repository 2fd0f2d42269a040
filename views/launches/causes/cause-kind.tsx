import { CircleCheck, RotateCw, Sparkle, Waves } from 'lucide-react'
import type { CauseKind } from '../../../contract/launches/causes.ts'
import { causeKindRules, causeKindLabels } from './cause-text.ts'
import styles from './causes.module.css'

const ICONS = { new: Sparkle, recurring: RotateCw, flaky: Waves, fixed: CircleCheck }

export function CauseKindTag({ kind }: { kind: CauseKind }) {
  const Icon = ICONS[kind]
  return (
    <span className={styles.kind} data-kind={kind} data-tip={causeKindRules[kind]}>
      <Icon aria-hidden />
      {causeKindLabels[kind]}
    </span>
  )
}
