/** Labels of one kind: inline when few, otherwise behind a button (ESVW-22). */
import type { ReactNode } from 'react'
import { LIMITS } from '../../../contract/limits.ts'
import { Chip } from '../../ui/marks/chip.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import styles from './session.module.css'

export interface Label {
  key: string
  words: string
  /** Full text, if `words` is shortened. */
  title: string
  icon?: ReactNode
  /** An external link. */
  href?: string
}

export interface LabelGroupProps {
  /** Plural noun: 'configurations'. */
  noun: string
  labels: readonly Label[]
}

export function LabelGroup({ noun, labels }: LabelGroupProps) {
  if (labels.length <= LIMITS.labelsInline)
    return labels.map(({ key, words, title, icon, href }) => (
      <span key={key} className={styles.label} title={title}>
        <Chip icon={icon} {...(href === undefined ? {} : { href })}>
          {words}
        </Chip>
      </span>
    ))
  return (
    <Popover
      label={noun}
      trigger={
        <Chip icon={labels[0]?.icon} onClick={() => undefined}>
          {labels.length} {noun}
        </Chip>
      }
    >
      <ul className={styles.labels}>
        {labels.map(({ key, words, title, href }) => (
          <li key={key} title={title}>
            {href === undefined ? (
              words
            ) : (
              <Link isAlone href={href}>
                {words}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Popover>
  )
}
