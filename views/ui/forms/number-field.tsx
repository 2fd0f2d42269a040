/** A whole number, typed or changed by steps. It counts when the field is left, or when Enter or an arrow key is pressed. */
import type { FieldLook } from '../field.tsx'
import { Field } from '../field.tsx'
import { Skeleton } from '../skeleton.tsx'
import { useOverlays } from '../use-overlays.ts'

export type NumberFieldProps = FieldLook & {
  /** Null: the field is empty. */
  value: number | null
  onValueChange: (value: number | null) => void
  onBlur?: () => void
  /** What is typed beyond these becomes the nearest of them. */
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
