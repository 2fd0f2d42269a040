import type { TestCase, TestError } from '@playwright/test/reporter'
import type { Label } from '../../../contract/launches/launches.ts'
import { playwrightNames, type TestNames } from '../../../contract/launches/test-names.ts'
import { errorsText } from '../../client/src/live/error-text.ts'
import type { TestStart } from '../../client/src/live/pending-reports.ts'

/** The titles of a test are those of its root, its project, its file, its suites and its own. */
export const namesOf = (test: TestCase): TestNames => {
  const [, projectName = '', ...path] = test.titlePath()
  const title = path.pop() ?? ''
  return playwrightNames({ projectName, path, title })
}

export const startOf = (test: TestCase, startedAt: number): TestStart => ({
  ...namesOf(test),
  key: test.id,
  startedAt,
  labels: labelsOf(test),
  groups: test.tags.map((tag) => tag.replace(/^@/, '')),
})

/** Returns the project and the annotations. */
export const labelsOf = (test: TestCase): Label[] =>
  [
    { key: 'project', value: test.titlePath()[1] ?? '' },
    ...test.annotations.map(({ type, description = '' }) => ({ key: type, value: description })),
  ].filter(({ key, value }) => key.trim() !== '' && value.trim() !== '')

/** Returns the text of a failure and of its causes, without the colors of a terminal. */
export const errorText = (error: TestError): string | null =>
  errorsText([error.message === undefined && error.stack === undefined ? error.value : error])
