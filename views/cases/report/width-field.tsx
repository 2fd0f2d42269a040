/** A number of pixels, by steps: what is typed counts when the field is left. */
import { useState } from 'react'
import styles from './columns-panel.module.css'

export interface WidthFieldProps {
  label: string
  value: number
  limits: { leastPx: number; mostPx: number; stepPx: number }
  onChange: (px: number) => void
}

export function WidthField({ label, value, limits: { leastPx, mostPx, stepPx }, onChange }: WidthFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const take = (text: string) => {
    setTyped(null)
    if (text.trim() !== '') onChange(Number(text))
  }
  return (
    <input
      type="number"
      className={styles.width}
      aria-label={label}
      min={leastPx}
      max={mostPx}
      step={stepPx}
      value={typed ?? value}
      onChange={(event) => {
        const { value: text } = event.target
        // The arrows of the field change it at once; digits make a number only together.
        const { inputType } = event.nativeEvent as InputEvent
        if (inputType === undefined) take(text)
        else setTyped(text)
      }}
      onBlur={(event) => {
        if (typed !== null) take(event.target.value)
      }}
      onKeyDown={(event) => {
        const by = { ArrowUp: stepPx, ArrowDown: -stepPx }[event.key]
        if (by !== undefined) {
          event.preventDefault()
          take(String(Number(typed ?? value) + by))
        }
        if (event.key === 'Enter' && typed !== null) take(typed)
      }}
    />
  )
}
