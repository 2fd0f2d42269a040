/** A value on a line, dragged or moved by arrow keys. Load it lazily: it brings the library's slider. */
import { Label } from 'react-aria-components/Label'
import { Slider as AriaSlider, SliderFill, SliderThumb, SliderTrack } from 'react-aria-components/Slider'
import { classNames } from './class-names.ts'
import type { AnyKind } from './result-kinds.ts'
import styles from './slider.module.css'
import hidden from './visually-hidden.module.css'

/** Something to be found on the line. */
export type SliderMark = { value: number; label: string; kind?: AnyKind }

export type SliderProps = {
  label: string
  /** From 0 to `max`. */
  value: number
  max: number
  /** Id of the element that says what the value means. */
  describedBy: string
  marks?: readonly SliderMark[]
  // oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever opens what the slider is for goes on with its keys
  autoFocus?: boolean
  onValueChange: (value: number) => void
}

export function Slider({ label, value, max, describedBy, marks = [], autoFocus = false, onValueChange }: SliderProps) {
  return (
    <AriaSlider
      className={classNames(styles.slider)}
      value={value}
      minValue={0}
      maxValue={max}
      onChange={onValueChange}
    >
      <Label className={classNames(hidden.hidden)}>{label}</Label>
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
        <SliderThumb
          className={classNames(styles.thumb)}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- see `autoFocus`
          autoFocus={autoFocus}
          aria-describedby={describedBy}
        />
      </SliderTrack>
    </AriaSlider>
  )
}
