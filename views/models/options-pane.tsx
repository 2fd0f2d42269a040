/** Limits of the path search. */
import { useState } from 'react'
import type { ModelOptions, ModelStrategy } from '../../contract/models/models.ts'
import { LIMITS } from '../../contract/limits.ts'
import { Select } from '../ui/forms/select.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import styles from './models.module.css'

const STRATEGIES: { value: ModelStrategy; label: string }[] = [
  { value: 'transitions', label: 'Every transition, in few cases' },
  { value: 'shortest', label: 'Shortest path to each transition' },
  { value: 'pairs', label: 'Every pair of transitions' },
  { value: 'simple', label: 'Every simple path' },
]

const ABOUT: Record<ModelStrategy, string> = {
  transitions: 'Few long cases that together cover every transition.',
  shortest: 'Short cases, each covering a transition that no other case covers.',
  pairs: 'Every transition after every possible predecessor. More and longer cases.',
  simple: 'Every path that visits no state more often than the limit. This grows fast.',
}

export function OptionsPane({
  options,
  onChange,
}: {
  options: ModelOptions
  onChange: (options: ModelOptions) => void
}) {
  const { strategy } = options
  return (
    <div className={styles.options}>
      <Select
        label="Cases"
        description={ABOUT[strategy]}
        value={strategy}
        options={STRATEGIES}
        onValueChange={(to) => {
          const known = STRATEGIES.find(({ value }) => value === to)
          if (known) onChange({ ...options, strategy: known.value })
        }}
      />
      <div className={styles.bounds}>
        <Bound
          label="Max. cases"
          value={options.maxPaths}
          max={LIMITS.maxModelPaths}
          onChange={(maxPaths) => onChange({ ...options, maxPaths })}
        />
        <Bound
          label="Max. steps"
          value={options.maxLength}
          max={LIMITS.maxModelPathLength}
          onChange={(maxLength) => onChange({ ...options, maxLength })}
        />
        {strategy === 'simple' && (
          <Bound
            label="Visits per state"
            value={options.maxVisits}
            max={5}
            onChange={(maxVisits) => onChange({ ...options, maxVisits })}
          />
        )}
        <Bound
          label="Seconds"
          value={options.maxSeconds}
          max={60}
          onChange={(maxSeconds) => onChange({ ...options, maxSeconds })}
        />
      </div>
    </div>
  )
}

interface BoundProps {
  label: string
  value: number
  max: number
  onChange: (value: number) => void
}

/** Invalid input stays in the field and is ignored. */
function Bound({ label, value, max, onChange }: BoundProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? String(value)
  const isSound = (words: string) => /^\d+$/.test(words) && Number(words) >= 1 && Number(words) <= max
  return (
    <TextField
      label={label}
      inputMode="numeric"
      value={shown}
      error={isSound(shown) ? undefined : `1 to ${max}`}
      onValueChange={(words) => {
        setTyped(isSound(words) ? null : words)
        if (isSound(words)) onChange(Number(words))
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
