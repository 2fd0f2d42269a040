/** Suggestions below a suite's cases: accept or reject each, or all. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a table element cannot hold virtual rows */
import { Check, Sparkles, X } from 'lucide-react'
import { memo } from 'react'
import type { Suggestion, SuiteSuggestions } from '../../../machines/cases/case-suggestions.machine.ts'
import type { PlacedSuite } from '../../../machines/cases/repository-layout.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { formatCount } from '../../ui/text/figures.ts'
import { useIsOn } from '../../shared/cases/vocabulary.tsx'
import styles from './suggestions.module.css'

/** Stable. `keys`: null for all of the suite. */
export interface SuggestionActions {
  onAccept: (suiteId: number, keys: readonly number[] | null) => void
  onReject: (suiteId: number, keys: readonly number[] | null) => void
  onStop: (suiteId: number) => void
  /** Opens the full suggestion. */
  onOpen: (suiteId: number, key: number) => void
}

interface Placed {
  suite: PlacedSuite
  level: number
  top: number
  height: number
  actions: SuggestionActions
}

const placed = ({ level, top, height }: Pick<Placed, 'level' | 'top' | 'height'>) =>
  Object.assign({ top, height }, { '--level': level })

export const SuggestionsLine = memo(function SuggestionsLine({
  of,
  ...at
}: Placed & { of: Pick<SuiteSuggestions, 'isGenerating' | 'accepting' | 'suggestions'> }) {
  const { suite, actions } = at
  const { isGenerating, accepting, suggestions } = of
  const count = suggestions.length
  return (
    <div role="row" aria-busy={isGenerating || undefined} className={styles.head} style={placed(at)}>
      <span role="gridcell" className={styles.says}>
        <Sparkles aria-hidden />
        <output>
          {count > 0 && formatCount(count, 'suggestion', 'suggestions')}
          {isGenerating && (count === 0 ? 'The assistant is writing…' : ', still writing…')}
        </output>
        {isGenerating && <Skeleton width={80} />}
      </span>
      <span role="gridcell" className={styles.acts}>
        {isGenerating && (
          <Button size="sm" onClick={() => actions.onStop(suite.id)}>
            Stop
          </Button>
        )}
        {count > 0 && (
          <>
            <Button size="sm" onClick={() => actions.onReject(suite.id, null)}>
              Reject all
            </Button>
            <Button
              size="sm"
              variant="primary"
              isPending={accepting.length > 0}
              onClick={() => actions.onAccept(suite.id, null)}
            >
              Accept all
            </Button>
          </>
        )}
      </span>
    </div>
  )
})

export const SuggestionLine = memo(function SuggestionLine({
  suggestion: { key, suggested },
  isAccepting,
  ...at
}: Placed & { suggestion: Suggestion; isAccepting: boolean }) {
  const { suite, actions } = at
  const { title, steps } = suggested
  const isOn = useIsOn()
  return (
    <div role="row" aria-label={`Suggested: ${title}`} className={styles.line} style={placed(at)}>
      <span role="gridcell" className={styles.words}>
        <button type="button" className={styles.title} onClick={() => actions.onOpen(suite.id, key)}>
          {title}
        </button>
        <span className={styles.steps}>
          {[
            isOn('STEPS') && steps.length > 0 ? formatCount(steps.length, 'step', 'steps') : '',
            isOn('DESCRIPTION') ? suggested.description : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <span role="gridcell" className={styles.acts}>
        <IconButton size="sm" label={`Reject ${title}`} onClick={() => actions.onReject(suite.id, [key])}>
          <X aria-hidden />
        </IconButton>
        <Button
          size="sm"
          icon={<Check aria-hidden />}
          isPending={isAccepting}
          onClick={() => actions.onAccept(suite.id, [key])}
        >
          Accept
        </Button>
      </span>
    </div>
  )
})
