/** Head of the lines that an attempt printed during one of its stages: folds and opens them. */
import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ConsoleSection } from '../../../machines/launches/console-sections.ts'
import { inFigures } from '../../ui/text/figures.ts'
import { STAGE_NAMES, StageTime } from './attempt-stages.tsx'
import styles from './console-lines.module.css'

interface SectionHeadProps {
  section: ConsoleSection
  isOpen: boolean
  onFold: (section: ConsoleSection, isOpen: boolean) => void
}

export function SectionHead({ section, isOpen, onFold }: SectionHeadProps) {
  const { stage, from, to } = section
  const lines = to - from + 1
  const Icon = isOpen ? ChevronDown : ChevronRight
  return (
    <button type="button" className={styles.head} aria-expanded={isOpen} onClick={() => onFold(section, !isOpen)}>
      <span className={styles.number}>
        <Icon aria-hidden />
      </span>
      <time className={styles.time} dateTime={stage.from ?? undefined}>
        {stage.from !== null && new Date(stage.from).toTimeString().slice(0, 8)}
      </time>
      <span>
        <b>{STAGE_NAMES[stage.name]}</b>{' '}
        <small>
          {inFigures(lines)} {lines === 1 ? 'line' : 'lines'}
          {stage.from !== null && (
            <>
              , <StageTime {...stage} />
            </>
          )}
        </small>
      </span>
    </button>
  )
}
