/** A day: typed part by part, or picked from a calendar. Validate on blur and submit, pass `error`. */
import type { FieldLook } from '../field.tsx'
import { Field } from '../field.tsx'
import { Skeleton } from '../skeleton.tsx'
import { useOverlays } from '../use-overlays.ts'

export type DateFieldProps = FieldLook & {
  /** As `yyyy-mm-dd`; '' without a whole day. */
  value: string
  onValueChange: (day: string) => void
  onBlur?: () => void
  /** First and last day that the calendar offers, as `yyyy-mm-dd`; any day can be typed. */
  min?: string | undefined
  max?: string | undefined
  /** Fixes the order of the parts; without it, it is that of the reader's language. */
  locale?: string
}

export function DateField(props: DateFieldProps) {
  const overlays = useOverlays()
  if (overlays !== null) return <overlays.DateFieldPart {...props} />
  const { label, description, error, hideLabel, className } = props
  return <Field {...{ label, description, error, hideLabel, className }}>{() => <Skeleton height={32} />}</Field>
}
