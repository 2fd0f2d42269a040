import { caseChanges, type RunFormValues } from '../../../machines/runs/run-values.ts'
import { countWords } from '../../shared/cases/words.ts'
import { changedWords } from '../../shared/forms/changed-words.ts'
import type { PartWords } from '../../shared/forms/edit-notes.tsx'
import type { ProjectChoices } from '../../shared/project-choices.ts'

/** Labels of the fields. */
export const RUN_PARTS: Readonly<Record<string, string>> = {
  title: 'Title',
  description: 'Description',
  milestoneId: 'Milestone',
  environment: 'Environment',
  configurations: 'Configurations',
  requirements: 'Requirements',
  cases: 'Test cases',
}

/** Returns labels and texts of a run's collided fields. */
export const runPartWords = (choices: ProjectChoices | null): PartWords<RunFormValues> => {
  const labelOf = (options: readonly { id: number; label: string }[] = [], id: number | null | undefined) =>
    id == null ? '' : (options.find((one) => one.id === id)?.label ?? `#${id}`)
  return {
    name: (part) => RUN_PARTS[part] ?? part,
    merged: (part, before, theirs) => {
      if (part !== 'cases') return RUN_PARTS[part] ?? null
      const { addCases, removeCaseIds, assignments } = caseChanges(before.cases, theirs.cases)
      return changedWords('Test cases', {
        added: addCases.length,
        removed: removeCaseIds.length,
        assigned: assignments.length,
      })
    },
    value: (part, values) => {
      switch (part) {
        case 'milestoneId':
          return labelOf(choices?.milestones, values.milestoneId)
        case 'environment':
          return labelOf(choices?.environments, values.environment?.id)
        case 'configurations':
          return values.configurations.map(({ groupName, optionName }) => `${groupName}: ${optionName}`).join('\n')
        case 'requirements':
          return values.requirements.join('\n')
        case 'cases':
          return countWords(values.cases.length, 'test case', 'test cases')
        default:
          return values[part as 'title' | 'description']
      }
    },
  }
}
