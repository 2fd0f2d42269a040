/** Suggested cases of a model's paths: new, changed and obsolete ones. */
import { ChevronDown, ChevronRight } from 'lucide-react'
import type { SuggestedCase } from '../../contract/models/models.ts'
import type { ComparedCase, Comparison } from '../../machines/models/compare.ts'
import { Checkbox } from '../ui/controls/checkbox.tsx'
import { Markdown } from '../ui/markdown/markdown.tsx'
import { Badge } from '../ui/marks/status-tag.tsx'
import { formatCount } from '../ui/text/figures.ts'
import styles from './models.module.css'

export interface SuggestionsProps {
  comparison: Comparison
  chosen: readonly string[]
  /** The selected path. */
  opened: string | null
  onOpen: (pathKey: string | null) => void
  onChoose: (pathKeys: readonly string[], isChosen: boolean) => void
}

const FATES = { new: 'New', changed: 'Changed', same: 'Unchanged' } as const
const FIELDS = { title: 'title', preConditions: 'pre-conditions', steps: 'steps' } as const

export function Suggestions({ comparison, chosen, opened, onOpen, onChoose }: SuggestionsProps) {
  const { cases, obsolete } = comparison
  const fresh = cases.filter(({ fate }) => fate === 'new').map(({ suggested }) => suggested.pathKey)
  const wanted = new Set(chosen)
  const hasKept = cases.some(({ kept }) => kept !== null) || obsolete.length > 0
  return (
    <>
      {fresh.length > 0 && (
        <div className={styles.all}>
          <Checkbox
            checked={wanted.size === fresh.length}
            isIndeterminate={wanted.size > 0 && wanted.size < fresh.length}
            onCheckedChange={(isChosen) => onChoose(fresh, isChosen)}
          >
            {`All ${formatCount(fresh.length, hasKept ? 'new case' : 'case', hasKept ? 'new cases' : 'cases')}`}
          </Checkbox>
        </div>
      )}
      <ul className={styles.cases} aria-label="Suggested cases">
        {cases.map((one) => (
          <Suggestion
            key={one.suggested.pathKey}
            compared={one}
            hasFate={hasKept}
            isChosen={wanted.has(one.suggested.pathKey)}
            isOpen={opened === one.suggested.pathKey}
            onOpen={onOpen}
            onChoose={onChoose}
          />
        ))}
        {obsolete.map(({ caseId, key, title }) => (
          <li key={`obsolete ${caseId}`} className={styles.case} data-fate="obsolete">
            <div className={styles.line}>
              <span className={styles.title}>
                <small>{key}</small> {title}
              </span>
              <Badge>Obsolete</Badge>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

interface SuggestionProps {
  compared: ComparedCase
  hasFate: boolean
  isChosen: boolean
  isOpen: boolean
  onOpen: (pathKey: string | null) => void
  onChoose: (pathKeys: readonly string[], isChosen: boolean) => void
}

function Suggestion({ compared, hasFate, isChosen, isOpen, onOpen, onChoose }: SuggestionProps) {
  const { suggested, kept, fate, changes, keptByHand } = compared
  const { content, pathKey } = suggested
  return (
    <li className={styles.case} data-open={isOpen || undefined} data-fate={fate}>
      <div className={styles.line}>
        {fate === 'new' && (
          <Checkbox
            aria-label={`Create ${content.title}`}
            checked={isChosen}
            onCheckedChange={(to) => onChoose([pathKey], to)}
          />
        )}
        <button
          type="button"
          className={styles.opener}
          aria-expanded={isOpen}
          onClick={() => onOpen(isOpen ? null : pathKey)}
        >
          {isOpen ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
          <span className={styles.title}>
            {kept !== null && <small>{kept.key} </small>}
            {kept?.edited.includes('title') ? kept.title : content.title}
          </span>
        </button>
        {hasFate ? (
          <Badge>{FATES[fate]}</Badge>
        ) : (
          <small className={styles.count}>{formatCount(content.steps.length, 'step', 'steps')}</small>
        )}
      </div>
      {keptByHand.length > 0 && (
        <p className={styles.kept}>Keeps manual edits: {keptByHand.map((field) => FIELDS[field]).join(', ')}</p>
      )}
      {changes.length > 0 && <p className={styles.kept}>Changes: {changes.map((field) => FIELDS[field]).join(', ')}</p>}
      {isOpen && <Content content={content} />}
    </li>
  )
}

function Content({ content }: { content: SuggestedCase['content'] }) {
  return (
    <div className={styles.content}>
      <Markdown>{content.preConditions}</Markdown>
      <ol>
        {content.steps.map(({ action, expectedResult }, i) => (
          // Steps have no identity but their index.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={i}>
            <Markdown>{action}</Markdown>
            <Markdown>{expectedResult}</Markdown>
          </li>
        ))}
      </ol>
    </div>
  )
}
