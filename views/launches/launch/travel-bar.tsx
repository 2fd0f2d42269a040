/** Time travel bar: slider over the launch's events, play, and the shown moment. */
import { useSelector } from '@xstate/react'
import { History, Link as LinkIcon, Pause, Play, X } from 'lucide-react'
import { useMemo } from 'react'
import { SPEEDS, type Speed } from '../../../machines/launches/time-travel.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import type { LaunchHistory } from '../../../store/projections/launch-history.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { copyLink } from '../../shared/copy-link.ts'
import { Button } from '../../ui/controls/button.tsx'
import { inFigures, formatCount } from '../../ui/text/figures.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { useListedKeys, useShortcut } from '../../ui/controls/shortcuts.ts'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Slider, type SliderMark } from '../../ui/controls/slider.tsx'
import { exactTime } from '../../ui/text/time.ts'
import type { Travel } from './use-time-travel.ts'
import styles from './travel-bar.module.css'

const SLIDER_KEYS = [
  { keys: 'Home', label: 'Before the first event' },
  { keys: 'End', label: 'After the last event' },
] as const
const SPEED_SEGMENTS = SPEEDS.map((speed) => ({ value: String(speed), label: `${speed}×`, tip: `Speed ${speed}×` }))
const always = () => true

export function TravelBar({ travel, href }: { travel: Travel; href: string }) {
  const { history, failure } = useSelector(travel, (snapshot) => snapshot.context)
  const hasFailed = useSelector(travel, (snapshot) => snapshot.matches('failed'))
  const close = () => travel.send({ type: 'travel/close' })
  useShortcut({ keys: 'Escape', label: 'Return to the present', group: 'Time travel', run: close })
  return (
    <section className={styles.bar} aria-label="Time travel">
      <div className={styles.line}>
        <History aria-hidden className={styles.sign} />
        {hasFailed ? (
          <>
            <p role="alert" className={styles.words}>
              The history did not load. {messageOf(failure)}
            </p>
            <Button size="sm" onClick={() => travel.send({ type: 'travel/retry' })}>
              Retry
            </Button>
          </>
        ) : history === null ? (
          <output className={styles.words} aria-label="The history is loading">
            <Skeleton width={320} />
          </output>
        ) : history.events.length === 0 ? (
          <p className={styles.words}>No test has started yet. The slider appears with the first one.</p>
        ) : (
          <Controls travel={travel} history={history} href={href} />
        )}
        <Button size="sm" icon={<X aria-hidden />} onClick={close}>
          Back to now
        </Button>
      </div>
      {history !== null && history.events.length > 0 && <Notes history={history} />}
    </section>
  )
}

function Controls({ travel, history, href }: { travel: Travel; history: LaunchHistory; href: string }) {
  const { position, speed, openedAt } = useSelector(travel, (snapshot) => snapshot.context)
  const isPlaying = useSelector(travel, (snapshot) => snapshot.matches({ past: { clock: 'playing' } }))
  const words = formatMoment(history, position)
  const count = `${inFigures(position)} of ${formatCount(history.events.length, 'event')}`
  const { events, failures, end } = history
  const marks = useMemo(
    (): SliderMark[] => [
      ...failures.map((value, index) => ({
        value,
        label: index === 0 ? 'First failure' : 'Failure',
        kind: 'failed' as const,
      })),
      ...(end === null || end === events.length ? [] : [{ value: end, label: 'The launch ended' }]),
    ],
    [failures, end, events.length],
  )
  const move = (to: number) => travel.send({ type: 'moment/moved', position: to })
  useListedKeys('Time travel', SLIDER_KEYS)
  useShortcut({
    keys: 'ArrowLeft',
    label: 'One event back',
    group: 'Time travel',
    isHere: always,
    run: () => move(position - 1),
  })
  useShortcut({
    keys: 'ArrowRight',
    label: 'One event on',
    group: 'Time travel',
    isHere: always,
    run: () => move(position + 1),
  })
  return (
    <>
      <IconButton
        size="sm"
        label={isPlaying ? 'Pause' : 'Play'}
        onClick={() => travel.send({ type: isPlaying ? 'play/stop' : 'play/start' })}
      >
        {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
      </IconButton>
      <div className={styles.slider}>
        <Slider
          label="Moment of the launch"
          value={position}
          max={events.length}
          formatValue={`${words}, ${count}`}
          marks={marks}
          // Not when a link opens the bar.
          autoFocus={openedAt === null}
          onValueChange={move}
        />
      </div>
      <p className={styles.moment}>
        <b>{words}</b>
        <span>{count}</span>
      </p>
      <SegmentedControl
        label="Speed"
        size="sm"
        segments={SPEED_SEGMENTS}
        value={String(speed)}
        onValueChange={(value) => travel.send({ type: 'speed/chosen', speed: Number(value) as Speed })}
      />
      <IconButton size="sm" label="Copy a link to this moment" onClick={() => void copyLink(href)}>
        <LinkIcon aria-hidden />
      </IconButton>
    </>
  )
}

const formatMoment = ({ events }: LaunchHistory, position: number): string => {
  const event = events[position - 1]
  return event === undefined ? 'Before the first event' : exactTime(event.at)
}

/** What is disabled in the past, and what is unknown about it. */
function Notes({ history: { reason, keptDays, isCut } }: { history: LaunchHistory }) {
  return (
    <p className={styles.notes}>
      You see an earlier state of the launch. Return to the present to change anything.
      {reason === 'pruned' &&
        ` The history of this launch was kept for ${formatCount(keptDays, 'day')}: it is shown from the times at which its tests started and ended, with the results that they have now.`}
      {reason === 'late' &&
        ' The launch was reported after it had ended: it is shown from the times at which its tests started and ended.'}
      {isCut && ` The launch has more events: its first ${inFigures(LIMITS.historyEvents)} are shown.`}
    </p>
  )
}
