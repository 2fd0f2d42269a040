import type { PlanRule } from '../../../contract/plans/plans.ts'
import type { ConfigurationGroup } from '../../../contract/settings/configurations.ts'
import { planParts } from '../../../machines/plans/plan-parts.ts'
import type { PlanValues, StoredRun } from '../../../machines/plans/plan-values.ts'
import { changedText } from '../../shared/forms/changed-text.ts'
import type { PartLabels } from '../../shared/forms/edit-notes.tsx'
import { formatCount } from '../../ui/text/figures.ts'
import type { ProjectChoices } from '../../shared/project-choices.ts'

const NAMES: Record<string, string> = {
  title: 'Title',
  description: 'Description',
  milestoneId: 'Milestone',
  environmentId: 'Environment',
  configurations: 'Configurations',
  baseTestCaseIds: 'Base case selection',
  strategy: 'Combinations',
  rules: 'Rules',
  assignees: 'Assignees',
}
export const partName = (part: string): string => NAMES[part] ?? part

export const STRATEGY_LABELS: Record<PlanValues['strategy'], string> = {
  all: 'All',
  pairwise: 'Pairwise',
  '3-wise': '3-wise',
}

/** 'Safari 18 on Windows 11, Ubuntu 24.04'. Unknown options are omitted. */
export const ruleText = ({ never }: PlanRule, groups: readonly ConfigurationGroup[]): string => {
  const options = new Map(groups.flatMap((group) => group.options.map((option) => [option.id, option.name])))
  return never.map(({ optionIds }) => optionIds.flatMap((id) => options.get(id) ?? []).join(', ')).join(' on ')
}

const changesOf = (before: readonly number[], now: readonly number[]) => {
  const [was, are] = [new Set(before), new Set(now)]
  return { added: now.filter((id) => !was.has(id)).length, removed: before.filter((id) => !are.has(id)).length }
}
const resultsOf = ({ stored }: PlanValues): number =>
  stored?.runs.reduce((sum, { resultCount }) => sum + resultCount, 0) ?? 0
const runIds = ({ stored }: PlanValues): number[] => stored?.runs.map(({ id }) => id) ?? []

/** Labels and texts of a plan's parts, for collisions. */
export const partLabels = (choices: ProjectChoices | null, runs: readonly StoredRun[]): PartLabels<PlanValues> => ({
  name: (part) => {
    const run = runs.find(({ id }) => part.startsWith(`runs.${id}.`))
    if (run === undefined) return partName(part)
    return `${part.endsWith('.title') ? 'Title' : 'Cases'} of “${run.title}”`
  },
  merged: (part, before, theirs) => {
    if (part === 'stored') {
      const runs = changedText('Runs', changesOf(runIds(before), runIds(theirs)))
      const results = changedText('Results', { recorded: resultsOf(theirs) - resultsOf(before) })
      return [runs, results].flatMap((words) => words ?? []).join('; ') || null
    }
    if (part !== 'baseTestCaseIds') return NAMES[part] ?? null
    return changedText('Base case selection', changesOf(before.baseTestCaseIds, theirs.baseTestCaseIds))
  },
  value: (part, values) => {
    const named = (among: readonly { id: number; label: string }[] | undefined, id: number | null) =>
      id === null ? '' : (among?.find((one) => one.id === id)?.label ?? 'Deleted')
    switch (part) {
      case 'milestoneId':
        return named(choices?.milestones, values.milestoneId)
      case 'environmentId':
        return named(choices?.environments, values.environmentId)
      case 'configurations':
        return values.configurations
          .map(({ name, options }) => `${name}: ${options.map((option) => option.name).join(', ')}`)
          .join('; ')
      case 'baseTestCaseIds':
        return formatCount(values.baseTestCaseIds.length, 'case', 'cases')
      case 'strategy':
        return STRATEGY_LABELS[values.strategy]
      case 'rules':
        return values.rules.map((rule) => `Never ${ruleText(rule, values.configurations)}`).join('; ')
      case 'description':
        return values.description
      case 'title':
        return values.title
      default: {
        const ofRun = planParts.read(values, part)
        if (ofRun === null) return 'Base selection inherited'
        if (typeof ofRun === 'string') return ofRun
        return Array.isArray(ofRun) ? formatCount(ofRun.length, 'case', 'cases') : ''
      }
    }
  },
})
