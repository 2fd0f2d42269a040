/** A slider. Load it lazily: it brings the library's. */
import { useLayoutEffect, useRef } from 'react'
import { Slider as AriaSlider, SliderFill, SliderThumb, SliderTrack } from 'react-aria-components/Slider'
import { classNames } from '../browser/class-names.ts'
import type { AnyKind } from '../results/result-kinds.ts'
import styles from './slider.module.css'

/** A mark on the track. */
export type SliderMark = { value: number; label: string; kind?: AnyKind }

export type SliderProps = {
  label: string
  /** From 0 to `max`. */
  value: number
  max: number
  /** Text of the value for screen readers. */
  formatValue: string
  marks?: readonly SliderMark[]
  /** For a slider in a panel that has just opened: its keys work immediately. */
  autoFocus?: boolean
  onValueChange: (value: number) => void
}

export function Slider({ label, value, max, formatValue, marks = [], autoFocus = false, onValueChange }: SliderProps) {
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    // The library announces only the number.
    input.current?.setAttribute('aria-valuetext', formatValue)
  })
  return (
    <AriaSlider
      aria-label={label}
      className={classNames(styles.slider)}
      value={value}
      minValue={0}
      maxValue={max}
      onChange={onValueChange}
    >
      <SliderTrack className={classNames(styles.track)}>
        <SliderFill className={classNames(styles.fill)} />
        {marks.map((mark) => (
          <span
            key={`${mark.label} ${mark.value}`}
            className={styles.mark}
            style={{ insetInlineStart: `${max === 0 ? 0 : (100 * mark.value) / max}%` }}
            data-kind={mark.kind ?? 'none'}
            data-tip={mark.label}
          />
        ))}
        <SliderThumb inputRef={input} className={classNames(styles.thumb)} autoFocus={autoFocus} />
      </SliderTrack>
    </AriaSlider>
  )
}
