/** The output of one attempt, with a search, jumps between errors and warnings, and a button that follows the end. */
import { useActorRef, useSelector } from '@xstate/react'
import { ArrowDownToLine, ChevronDown, ChevronUp, CircleX, TriangleAlert } from 'lucide-react'
import { useCallback, useMemo, useRef, type ReactNode } from 'react'
import { fromPromise, type ActorRefFrom } from 'xstate'
import { MAX_CONSOLE_FIND, type ConsoleMatches, type LaunchAttempt } from '../../../contract/launchers/engine.ts'
import type { LineMark } from '../../../contract/launchers/line-marks.ts'
import {
  consoleReader,
  type ConsoleQuestion,
  type FindDirection,
} from '../../../machines/launches/console-reader.machine.ts'
import type { ConsoleView } from '../../../machines/launches/console-view.machine.ts'
import { consoleFolds } from '../../../machines/launches/console-folds.machine.ts'
import { consoleRows, isOpen, sectionsOf } from '../../../machines/launches/console-sections.ts'
import { lineAt, type LineRange } from '../../../machines/launches/console-text.ts'
import type { launchLogs } from '../../../machines/launches/launch-logs.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useEmitted } from '../../shared/use-emitted.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Count } from '../../ui/marks/count.tsx'
import { inFigures } from '../../ui/text/figures.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { LiveMark } from '../../ui/marks/live-mark.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { useShortcut } from '../../ui/controls/shortcuts.ts'
import { ConsoleLines } from './console-lines.tsx'
import styles from './launch-logs.module.css'

interface ConsolePaneProps {
  logs: ActorRefFrom<typeof launchLogs>
  attempt: LaunchAttempt
  find: (question: ConsoleQuestion) => Promise<ConsoleMatches>
  view: ConsoleView
  /** At the end of the bar. */
  actions: ReactNode
}

/** Give it the attempt's key, so that another attempt starts with a new search. */
export function ConsolePane({ logs, attempt, find, view, actions }: ConsolePaneProps) {
  const machine = useMemo(
    () =>
      consoleReader.provide({
        actors: { find: fromPromise(({ input }: { input: ConsoleQuestion }) => find(input)) },
      }),
    [find],
  )
  const reader = useActorRef(machine)
  const { text: words, asked, match, total, failure, aim } = useSelector(reader, ({ context }) => context)
  const text = useSelector(logs, ({ context }) => context.text)
  const gapFailure = useSelector(logs, ({ context }) => context.gapFailure)
  const folder = useActorRef(consoleFolds)
  const folds = useSelector(folder, ({ context }) => context.folds)
  const rows = useMemo(() => {
    const sections = sectionsOf(attempt, text.count)
    return consoleRows(
      sections.map((section, place) => ({
        section,
        isOpen: isOpen(section, { isLast: place === sections.length - 1, folds, aim }),
      })),
      text.count,
    )
  }, [attempt, text.count, folds, aim])
  const isFollowing = useSelector(reader, (snapshot) => snapshot.matches({ end: 'followed' }))
  useEmitted(logs, { 'lines/added': ({ lines }) => reader.send({ type: 'lines/added', lines }) })
  const shown = useRef<LineRange>({ from: 1, to: 0 })
  const onShown = useCallback(
    (ranges: readonly LineRange[]) => {
      shown.current = { from: ranges[0]?.from ?? 1, to: ranges.at(-1)?.to ?? 0 }
      logs.send({ type: 'lines/shown', ranges })
    },
    [logs],
  )
  const go = (direction: FindDirection) => reader.send({ type: 'find/go', direction, shown: shown.current })
  const goTo = (mark: LineMark, direction: FindDirection) =>
    reader.send({ type: 'mark/go', mark, direction, shown: shown.current })
  const { errorLines, warningLines } = attempt
  const lastAt = lineAt(text, text.count)?.at
  /** The mark that the current match has. */
  const foundMark = asked.text === '' && total !== null ? asked.mark : null
  useShortcut({
    keys: 'E',
    label: 'Go to the next error',
    group: 'This page',
    isActive: errorLines > 0,
    run: () => goTo('error', 'next'),
  })
  useShortcut({
    keys: 'Shift+E',
    label: 'Go to the previous error',
    group: 'This page',
    isActive: errorLines > 0,
    run: () => goTo('error', 'previous'),
  })
  const marks = [
    { mark: 'error', count: errorLines, icon: <CircleX aria-hidden />, keys: 'E' },
    { mark: 'warning', count: warningLines, icon: <TriangleAlert aria-hidden />, keys: undefined },
  ] as const
  return (
    <>
      <div className={styles.bar}>
        <div className={styles.find}>
          <SearchField
            label="Find in this log"
            value={words}
            maxLength={MAX_CONSOLE_FIND}
            onValueChange={(typed) => reader.send({ type: 'find/typed', text: typed })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              go(event.shiftKey ? 'previous' : 'next')
            }}
          />
          {words !== '' && (
            <>
              <output className={styles.matches}>
                {foundMark === null ? matchText(match?.ordinal ?? 0, total) : ''}
              </output>
              <Jumps noun="match" keys="Enter" onGo={go} />
            </>
          )}
        </div>
        {marks.map(
          ({ mark, count, icon, keys }) =>
            count > 0 && (
              <div key={mark} className={styles.marks} data-mark={mark}>
                {icon}
                <output>
                  {foundMark === mark ? ordinalText(mark, match?.ordinal ?? 0, total ?? 0) : formatCount(mark, count)}
                </output>
                <Jumps noun={mark} keys={keys} onGo={(direction) => goTo(mark, direction)} />
              </div>
            ),
        )}
        {actions}
        {failure !== null && <p className={styles.failure}>{`The search did not succeed: ${messageOf(failure)}`}</p>}
        {gapFailure !== null && (
          <p className={styles.failure}>{`Some lines did not load: ${messageOf(gapFailure)}. Scroll to try again.`}</p>
        )}
      </div>
      <ConsoleLines
        text={text}
        rows={rows}
        view={view}
        isFollowing={isFollowing}
        aim={aim}
        words={words.trim() === '' ? '' : words}
        found={match?.line ?? null}
        onShown={onShown}
        onFold={(section, isUnfolded) =>
          folder.send({ type: 'stage/folded', stage: section.stage.name, fold: { isOpen: isUnfolded, aim } })
        }
        onEnd={(isReached) => reader.send({ type: isReached ? 'end/reached' : 'end/left' })}
      />
      <footer className={styles.foot}>
        {attempt.state === 'running' && <LiveMark state="live" />}
        <span>
          <Count value={text.count} /> {text.count === 1 ? 'line' : 'lines'}
        </span>
        {lastAt !== undefined && (
          <span className={styles.last}>
            last line <RelativeTime at={lastAt} />
          </span>
        )}
        <Button
          size="sm"
          variant="quiet"
          className={styles.first}
          disabled={errorLines === 0}
          data-tip={errorLines === 0 ? 'No line reports an error' : undefined}
          onClick={() => reader.send({ type: 'error/first' })}
        >
          First error
        </Button>
        <Button
          size="sm"
          variant="quiet"
          icon={<ArrowDownToLine aria-hidden />}
          aria-pressed={isFollowing}
          onClick={() => reader.send({ type: isFollowing ? 'end/left' : 'end/follow' })}
        >
          Follow the end
        </Button>
      </footer>
    </>
  )
}

interface JumpsProps {
  noun: string
  keys: string | undefined
  onGo: (direction: FindDirection) => void
}

const Jumps = ({ noun, keys, onGo }: JumpsProps) => (
  <>
    <IconButton
      size="sm"
      label={`Previous ${noun}`}
      keys={keys === undefined ? undefined : `Shift+${keys}`}
      onClick={() => onGo('previous')}
    >
      <ChevronUp aria-hidden />
    </IconButton>
    <IconButton size="sm" label={`Next ${noun}`} keys={keys} onClick={() => onGo('next')}>
      <ChevronDown aria-hidden />
    </IconButton>
  </>
)

const matchText = (ordinal: number, total: number | null): string => {
  if (total === null) return ''
  return total === 0 ? 'No match' : `${inFigures(ordinal)} of ${inFigures(total)}`
}

const ordinalText = (mark: LineMark, ordinal: number, total: number): string =>
  `${mark === 'error' ? 'Error' : 'Warning'} ${inFigures(ordinal)} of ${inFigures(total)}`

const formatCount = (mark: LineMark, count: number): string => `${inFigures(count)} ${count === 1 ? mark : `${mark}s`}`
