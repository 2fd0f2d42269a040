/** A model being turned into cases: source, limits, diagram and suggestions. */
import { Workflow } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { caseModelFlow, CaseModelSnapshot } from '../../machines/models/case-model.machine.ts'
import { acceptedOf, isOvertaken } from '../../machines/models/chosen-cases.ts'
import { coverageOf } from '../../machines/models/suggest.ts'
import { messageOf } from '../../services/http/api-error.ts'
import { Banner } from '../ui/layout/banner.tsx'
import { Button } from '../ui/controls/button.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { InlineProblem } from '../ui/forms/inline-problem.tsx'
import { ProgressLine } from '../ui/marks/progress-line.tsx'
import { inFigures, formatCount } from '../ui/text/figures.ts'
import { AcceptBar } from './accept-bar.tsx'
import { ConditionsHint, InfeasibleNote } from './conditions.tsx'
import { CutNotice, type CutNoticeProps } from './cut-notice.tsx'
import { Diagram } from './diagram.tsx'
import { OptionsPane } from './options-pane.tsx'
import { Panes } from './panes.tsx'
import { SourcePane } from './source-pane.tsx'
import { Suggestions } from './suggestions.tsx'
import type { Mark } from './transitions.ts'
import styles from './models.module.css'
import type { ModelOptions } from '../../contract/models/models.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { Found } from '../../machines/models/search.ts'

const NONE: ReadonlySet<string> = new Set()

export interface WorkViewProps {
  flow: ActorRefFrom<typeof caseModelFlow>
  snapshot: CaseModelSnapshot
}

export function WorkView({ flow, snapshot }: WorkViewProps) {
  const { context } = snapshot
  const { format, source, problems, read, options, progress, result, comparison, chosen, failure } = context
  const [opened, setOpened] = useState<string | null>(null)
  const isSearching = snapshot.matches({ working: 'searching' })
  const isAccepting = snapshot.matches('accepting')
  const accepted = useMemo(() => acceptedOf({ comparison, chosen }), [comparison, chosen])
  const coverage = useMemo(() => {
    if (read === null || result === null) return null
    const wanted = new Set(accepted.map(({ pathKey }) => pathKey))
    return coverageOf(
      read.model,
      result.found.start,
      result.found.paths.filter(({ key }) => wanted.has(key)),
    )
  }, [read, result, accepted])
  const marks = useMemo(() => {
    const all = new Map<string, Mark>()
    if (read !== null && coverage !== null)
      for (const { id } of read.model.transitions) all.set(id, coverage.transitionIds.has(id) ? 'taken' : 'left')
    return all
  }, [read, coverage])
  const lit = useMemo(() => {
    const one = comparison.cases.find(({ suggested }) => suggested.pathKey === opened)
    return one === undefined ? NONE : new Set(one.suggested.transitionIds)
  }, [comparison, opened])
  const search = () => flow.send({ type: 'search/start' })
  const sourcePane = (
    <>
      <SourcePane
        format={format}
        source={source}
        problems={problems}
        notes={read?.notes ?? []}
        onChange={(to, text) => flow.send({ type: 'source/changed', format: to, source: text })}
      />
      <OptionsPane options={options} onChange={(to) => flow.send({ type: 'options/changed', options: to })} />
      <ConditionsHint model={read?.model ?? null} />
      <div className={styles.generate}>
        {isSearching ? (
          <Button onClick={() => flow.send({ type: 'search/cancel' })}>Cancel</Button>
        ) : (
          <Button
            variant={result === null ? 'primary' : 'secondary'}
            icon={<Workflow aria-hidden />}
            aria-disabled={!snapshot.can({ type: 'search/start' })}
            onClick={search}
          >
            {result === null ? 'Generate cases' : 'Generate again'}
          </Button>
        )}
      </div>
    </>
  )
  const diagram =
    read === null ? (
      <EmptyState icon={<Workflow aria-hidden />} title="No model yet">
        Paste or upload a state machine, or enter it as a table. Its diagram appears here, and each path can become a
        test case.
      </EmptyState>
    ) : (
      <Diagram model={read.model} layout={read.layout} marks={marks} lit={lit} />
    )
  const cases = (
    <>
      {isSearching && (
        <div className={styles.progress} aria-live="polite">
          <p>
            Searching: {inFigures(progress.positions)} positions, {inFigures(progress.paths)} paths
          </p>
          <ProgressLine label="Paths found" value={progress.paths} max={options.maxPaths} />
        </div>
      )}
      {result === null && !isSearching && (
        <EmptyState title="No cases yet">
          Generate cases to preview them. Nothing is created until you accept.
        </EmptyState>
      )}
      {result !== null && (
        <>
          <CutNotice
            found={result.found}
            options={options}
            onOptions={(to) => {
              flow.send({ type: 'options/changed', options: to })
              search()
            }}
          />
          <TooFarNotice
            found={result.found}
            options={options}
            onOptions={(to) => {
              flow.send({ type: 'options/changed', options: to })
              search()
            }}
          />
          <InfeasibleNote found={result.found} model={read?.model ?? null} />
          {coverage !== null && (
            <p className={styles.coverage}>
              <span>
                <strong>
                  {coverage.states.covered} of {coverage.states.total}
                </strong>{' '}
                states
              </span>
              <span>
                <strong>
                  {coverage.transitions.covered} of {coverage.transitions.total}
                </strong>{' '}
                transitions
              </span>
            </p>
          )}
          <Suggestions
            comparison={comparison}
            chosen={chosen}
            opened={opened}
            onOpen={setOpened}
            onChoose={(pathKeys, isChosen) => flow.send({ type: 'cases/chosen', pathKeys, isChosen })}
          />
          <InlineProblem>{failure === null ? undefined : messageOf(failure)}</InlineProblem>
          <AcceptBar
            context={context}
            count={accepted.length}
            isAccepting={isAccepting}
            onObsolete={(obsolete) => flow.send({ type: 'obsolete/chosen', obsolete })}
            onAccept={(target) => flow.send({ type: 'cases/accept', target })}
          />
        </>
      )}
    </>
  )
  return (
    <>
      {failure !== null && result === null && <Banner>{messageOf(failure)}</Banner>}
      {isOvertaken(context) && (
        <Banner
          kind="blocked"
          actions={
            <Button size="sm" onClick={() => flow.send({ type: 'version/rebase' })}>
              Continue with mine
            </Button>
          }
        >
          {overtakenText(context)}
        </Banner>
      )}
      <Panes
        panes={[
          { id: 'source', label: 'Source', content: sourcePane },
          { id: 'diagram', label: 'Diagram', content: diagram },
          { id: 'cases', label: 'Cases', content: cases, ...(result === null ? {} : { count: accepted.length }) },
        ]}
      />
    </>
  )
}

const overtakenText = ({ kept }: CaseModelSnapshot['context']): string =>
  kept === null
    ? 'Somebody removed the model of this suite. Your source is not saved yet.'
    : `Somebody saved version ${kept.version} of this model. Your source is not saved yet: continue with it, or keep version ${kept.version} and lose it.`

/** Transitions beyond the maximum path length, and the length that would reach them. */
const MAX = LIMITS.maxModelPathLength

const words = (
  { transitions, length, shortened }: NonNullable<Found['tooFar']>,
  { maxLength }: ModelOptions,
): string[] => [
  ...(transitions === 0
    ? []
    : [
        `No case takes ${formatCount(transitions, 'transition', 'transitions')}: the way there is longer than ${formatCount(maxLength, 'step', 'steps')}.`,
      ]),
  ...(length > MAX
    ? [`It takes ${inFigures(length)} steps, and a case has at most ${MAX}. Split the model to cover the rest.`]
    : []),
  ...(shortened === 0
    ? []
    : [`${formatCount(shortened, 'case ends', 'cases end')} early, after ${formatCount(maxLength, 'step', 'steps')}.`]),
]

/** Doubles the length when the needed one is unknown. */
const suggestedLength = ({ transitions, length }: NonNullable<Found['tooFar']>, { maxLength }: ModelOptions): number =>
  Math.min(MAX, transitions > 0 ? length : maxLength * 2)

function TooFarNotice({ found: { tooFar }, options, onOptions }: CutNoticeProps) {
  if (tooFar === null) return null
  const maxLength = suggestedLength(tooFar, options)
  return (
    <Banner
      kind="blocked"
      actions={
        maxLength > options.maxLength && (
          <Button size="sm" onClick={() => onOptions({ ...options, maxLength })}>
            {`Allow ${maxLength} steps`}
          </Button>
        )
      }
    >
      {words(tooFar, options).join(' ')}
    </Banner>
  )
}
