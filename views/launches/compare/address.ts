import { COMPARISON_CLASSES } from '../../../contract/launches/comparison.ts'
import type { ComparisonQuestion } from '../../../machines/launches/compare.machine.ts'
import { launchHref } from '../../shared/routes.ts'

/** Anything but a launch number means the previous launch. */
export const comparisonQuestionOf = (asked: URLSearchParams): ComparisonQuestion => {
  const id = Number(asked.get('compare'))
  const classes = asked.getAll('class')
  return {
    baselineId: Number.isSafeInteger(id) && id > 0 ? id : null,
    classes: COMPARISON_CLASSES.filter((name) => classes.includes(name)),
  }
}

export const comparisonHref = (
  projectKey: string,
  launchId: number,
  { baselineId, classes }: ComparisonQuestion,
): string => {
  const search = new URLSearchParams({ compare: baselineId === null ? 'previous' : String(baselineId) })
  for (const name of COMPARISON_CLASSES) if (classes.includes(name)) search.append('class', name)
  return `${launchHref(projectKey, launchId)}?${search.toString()}`
}
