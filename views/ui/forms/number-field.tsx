/** A whole number, typed or stepped. Commits on blur, Enter, or an arrow key. */
import type { FieldLook } from './field.tsx'
import { Field } from './field.tsx'
import { Skeleton } from '../layout/skeleton.tsx'
import { useOverlays } from '../overlays/use-overlays.ts'

export type NumberFieldProps = FieldLook & {
  /** Null: the field is empty. */
  value: number | null
  onValueChange: (value: number | null) => void
  onBlur?: () => void
  /** Typed values are clamped to these. */
  min?: number
  max?: number
  step?: number
  size?: 'sm' | 'md'
}

export function NumberField(props: NumberFieldProps) {
  const overlays = useOverlays()
  if (overlays !== null) return <overlays.NumberFieldPart {...props} />
  const { label, description, error, hideLabel, className, size } = props
  return (
    <Field {...{ label, description, error, hideLabel, className }}>
      {() => <Skeleton height={size === 'sm' ? 26 : 32} />}
    </Field>
  )
}
