import type { FieldError } from '../../contract/errors.ts'
import type { ObservationValues } from '../../contract/exploratory/observations.ts'
import type { ExploratorySessionValues } from '../../contract/exploratory/sessions.ts'
import { isScriptAddress, SCRIPT_ADDRESS } from '../../contract/links.ts'
import { TEXTS } from '../../contract/texts.ts'
import type { Doer, Known } from './world.ts'
import type { SelectedConfiguration } from '../../contract/settings/configurations.ts'

const featureIsOff = (feature: string): string => `The feature ${feature} is switched off in this workspace`

/**
 * What is wrong with values that are to be written: what they name has to be of the project and in use, unless the session has it already; what
 * a feature brings needs that feature, unless it stays as it is.
 */
export const sessionFaults = (
  known: Known,
  { features }: Pick<Doer, 'features'>,
  values: Partial<ExploratorySessionValues>,
  held: ExploratorySessionValues | null,
): FieldError[] => {
  const faults: FieldError[] = []
  const chosen = { assigneeId: known.people, milestoneId: known.milestones, environmentId: known.environments } as const
  for (const [field, choosable] of Object.entries(chosen)) {
    const name = field as keyof typeof chosen
    const id = values[name]
    if (id != null && id !== held?.[name] && !choosable.has(id)) faults.push({ field, message: TEXTS.entryUnknown })
  }
  const groups = new Set<number>()
  for (const [place, { groupId, optionId }] of (values.configurations ?? []).entries()) {
    const field = `configurations.${place}`
    const isHeld = held?.configurations.some((one) => one.groupId === groupId && one.optionId === optionId) ?? false
    if (!isHeld && known.configurations.get(optionId)?.groupId !== groupId)
      faults.push({ field, message: TEXTS.entryUnknown })
    else if (groups.has(groupId)) faults.push({ field, message: 'There is another option of this group' })
    groups.add(groupId)
  }
  const { requirements = [] } = values
  for (const [place, requirement] of requirements.entries())
    if (isScriptAddress(requirement)) faults.push({ field: `requirements.${place}`, message: SCRIPT_ADDRESS })
  const isNew = requirements.some((one) => !held?.requirements.includes(one))
  if (isNew && !features.includes('requirements-mapping'))
    faults.push({ field: 'requirements', message: featureIsOff('requirements-mapping') })
  return faults
}

/** Chosen options with the names that they have when they are chosen; those that were chosen before keep theirs. */
export const settledConfigurations = (
  known: Known,
  chosen: readonly SelectedConfiguration[],
  held: readonly SelectedConfiguration[],
): SelectedConfiguration[] =>
  chosen.map(
    (one) =>
      held.find(({ groupId, optionId }) => groupId === one.groupId && optionId === one.optionId) ??
      known.configurations.get(one.optionId) ??
      one,
  )

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
