import type { PartLabels } from '../../shared/forms/edit-notes.tsx'
import { charterText, sessionFieldName } from '../session-sides.ts'
import type { Choices } from './use-choices.tsx'
import type { FormValues } from './session-values.ts'

/** Returns labels and texts of a session's collided fields. */
export const partLabels = (choices: Choices | null): PartLabels<FormValues> => {
  const labelOf = (options: readonly { id: number; label: string }[] = [], id: number | null) =>
    id === null ? '' : (options.find((one) => one.id === id)?.label ?? `#${id}`)
  return {
    name: sessionFieldName,
    value: (part, values) => {
      switch (part) {
        case 'charter':
          return charterText(values.charter) ?? ''
        case 'assigneeId':
          return labelOf(choices?.people, values.assigneeId)
        case 'milestoneId':
          return labelOf(choices?.milestones, values.milestoneId)
        case 'environmentId':
          return labelOf(choices?.environments, values.environmentId)
        case 'configurations':
          return values.configurations.map(({ groupName, optionName }) => `${groupName}: ${optionName}`).join('\n')
        case 'requirements':
          return values.requirements.join('\n')
        default:
          return values[part as 'title' | 'description' | 'timeBoxMinutes']
      }
    },
  }
}
