/** Images of a failed screenshot assertion: over each other, side by side, alternating, or their difference. */
import { Expand, Shrink } from 'lucide-react'
import { useState, type CSSProperties, type ReactNode } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import type { VisualComparison, Image } from './visual-comparisons.ts'
import styles from './visual-comparison-view.module.css'

type Mode = 'slider' | 'sides' | 'blink' | 'difference'
type Shown = 'both' | 'expected' | 'actual'
type Size = { width: number; height: number }

const modeWords: Record<Mode, string> = {
  slider: 'Slider',
  sides: 'Side by side',
  blink: 'Blink',
  difference: 'Difference',
}

export function VisualComparisonView({ comparison }: { comparison: VisualComparison }) {
  const { name, expected, actual, difference } = comparison
  const pair = expected !== null && actual !== null ? { expected, actual } : null
  const modes: readonly Mode[] =
    pair !== null
      ? ['slider', 'sides', 'blink', 'difference']
      : expected !== null || actual !== null
        ? ['difference', 'sides']
        : ['difference']
  const [chosen, setMode] = useState<Mode | null>(null)
  const [isFull, setFull] = useState(false)
  const [sizes, setSizes] = useState<Record<string, Size>>({})
  const mode = chosen ?? modes[0] ?? 'difference'
  const onSize = (url: string, size: Size) => setSizes((before) => ({ ...before, [url]: size }))
  const images = [expected, actual, difference].flatMap((image) => (image === null ? [] : [image]))
  const widest = Math.max(0, ...images.map(({ url }) => sizes[url]?.width ?? 0))
  const layer = { sizes, widest, isFull, onSize }
  return (
    <section className={styles.comparison} aria-label={`Comparison ${name}`}>
      <div className={styles.bar}>
        <h2>{name}</h2>
        {modes.length > 1 && (
          <SegmentedControl
            label={`View of ${name}`}
            size="sm"
            value={mode}
            segments={modes.map((value) => ({ value, label: modeWords[value] }))}
            onValueChange={setMode}
          />
        )}
        <Button
          size="sm"
          variant="quiet"
          icon={isFull ? <Shrink aria-hidden /> : <Expand aria-hidden />}
          onClick={() => setFull(!isFull)}
        >
          {isFull ? 'Fit' : 'Actual size'}
        </Button>
      </div>
      <SizeNote expected={expected && sizes[expected.url]} actual={actual && sizes[actual.url]} />
      {mode === 'sides' ? (
        <div className={styles.sides}>
          {images.map((image) => (
            <figure key={image.url}>
              <figcaption>{captionOf(comparison, image)}</figcaption>
              <Stage isFull={isFull} widest={widest}>
                <Layer {...layer} image={image} label={`${captionOf(comparison, image)}: ${name}`} />
              </Stage>
            </figure>
          ))}
        </div>
      ) : mode === 'slider' && pair !== null ? (
        <SliderStage name={name} {...pair} {...layer} />
      ) : mode === 'blink' && pair !== null ? (
        <BlinkStage name={name} {...pair} {...layer} />
      ) : (
        <Stage isFull={isFull} widest={widest}>
          {difference !== null ? (
            <Layer {...layer} image={difference} label={`Difference: ${name}`} />
          ) : (
            pair !== null && (
              <>
                <Layer {...layer} image={pair.expected} label={`Difference: ${name}`} />
                <Layer {...layer} image={pair.actual} label="" className={styles.subtracted} />
              </>
            )
          )}
        </Stage>
      )}
    </section>
  )
}

const captionOf = ({ expected, actual }: VisualComparison, image: Image): string =>
  image === expected ? 'Expected' : image === actual ? 'Actual' : 'Difference'

/** Sizes of both images where they differ: the difference is then hard to see. */
function SizeNote({ expected, actual }: Record<'expected' | 'actual', Size | null | undefined>) {
  if (!expected || !actual || (expected.width === actual.width && expected.height === actual.height)) return null
  return (
    <p className={styles.note}>
      The sizes differ: {expected.width} × {expected.height} expected, {actual.width} × {actual.height} actual.
    </p>
  )
}

type Layered = {
  sizes: Record<string, Size>
  /** Width of the widest image in pixels; 0 before one has loaded. */
  widest: number
  isFull: boolean
  onSize: (url: string, size: Size) => void
}
type LayerProps = Layered & { image: Image; label: string; className?: string | undefined; style?: CSSProperties }

/** One of the images that lie over each other, all at the same scale. */
function Layer({ image, label, sizes, widest, onSize, className, style }: LayerProps) {
  const width = sizes[image.url]?.width
  return (
    <img
      className={className}
      src={image.url}
      alt={label}
      draggable={false}
      style={{ ...style, width: width === undefined ? undefined : `${(width / widest) * 100}%` }}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
        onSize(image.url, { width: naturalWidth, height: naturalHeight })
      }
    />
  )
}

type StageProps = Pick<Layered, 'isFull' | 'widest'> & { children: ReactNode }

/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */
const Stage = ({ isFull, widest, children }: StageProps) => (
  <div className={styles.window} data-full={isFull || undefined} tabIndex={isFull ? 0 : undefined}>
    <div className={styles.stage} style={{ width: isFull ? widest || undefined : `min(100%, ${widest || 9999}px)` }}>
      {children}
    </div>
  </div>
)

type PairProps = Layered & { name: string; expected: Image; actual: Image }

function SliderStage({ name, expected, actual, ...layer }: PairProps) {
  const [percent, setPercent] = useState(50)
  return (
    <>
      <Stage {...layer}>
        <Layer {...layer} image={actual} label={`Actual: ${name}`} />
        <Layer
          {...layer}
          image={expected}
          label={`Expected: ${name}`}
          style={{ clipPath: `inset(0 ${100 - percent}% 0 0)` }}
        />
        <span className={styles.divider} style={{ insetInlineStart: `${percent}%` }} aria-hidden />
        {/* Over the images, so that they are dragged on. */}
        <input
          type="range"
          className={styles.range}
          aria-label={`Expected part of ${name}`}
          aria-valuetext={`${percent} % expected`}
          value={percent}
          onChange={({ target }) => setPercent(Number(target.value))}
        />
      </Stage>
      <p className={styles.note}>Left of the line is the expected image, right of it the actual one.</p>
    </>
  )
}

const shownWords: Record<Shown, string> = { both: 'Alternate', expected: 'Expected', actual: 'Actual' }

function BlinkStage({ name, expected, actual, ...layer }: PairProps) {
  const [isStill] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  const [shown, setShown] = useState<Shown>(isStill ? 'expected' : 'both')
  const choices: readonly Shown[] = isStill ? ['expected', 'actual'] : ['both', 'expected', 'actual']
  return (
    <>
      <SegmentedControl
        label={`Image of ${name}`}
        size="sm"
        value={shown}
        segments={choices.map((value) => ({ value, label: shownWords[value] }))}
        onValueChange={setShown}
      />
      <Stage {...layer}>
        <Layer {...layer} image={expected} label={`Expected: ${name}`} />
        <Layer
          {...layer}
          image={actual}
          label={`Actual: ${name}`}
          className={shown === 'both' ? styles.blinking : undefined}
          style={{ visibility: shown === 'expected' ? 'hidden' : undefined }}
        />
      </Stage>
    </>
  )
}
