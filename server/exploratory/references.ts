import type { FieldError } from '../../contract/errors.ts'
import type { ObservationValues } from '../../contract/exploratory/observations.ts'
import { isScriptAddress, SCRIPT_ADDRESS } from '../../contract/links.ts'
import { featureIsOff } from '../settings/settings.ts'
import type { Doer, Known } from './world.ts'

export const observationFaults = (
  known: Known,
  { features }: Pick<Doer, 'features'>,
  values: Partial<ObservationValues>,
  held: ObservationValues | null,
): FieldError[] => {
  const faults: FieldError[] = []
  for (const [place, { fileUuid }] of (values.attachments ?? []).entries())
    if (known.taken.has(fileUuid)) faults.push({ field: `attachments.${place}`, message: 'This file is another one' })
  const files = (values.attachments ?? []).map(({ fileUuid }) => fileUuid)
  if (new Set(files).size < files.length) faults.push({ field: 'attachments', message: 'A file is named twice' })
  for (const field of ['issueId', 'improvementId'] as const)
    if (isScriptAddress(values[field] ?? '')) faults.push({ field, message: SCRIPT_ADDRESS })
  if (!features.includes('defects-linking'))
    for (const field of ['issueId', 'issueType', 'improvementId', 'improvementType'] as const)
      if (values[field] != null && values[field] !== held?.[field])
        faults.push({ field, message: featureIsOff('defects-linking') })
  return faults
}
