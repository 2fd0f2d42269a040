import path from 'node:path'
import type { TestCase, TestModule } from 'vitest/node'
import { jestNames, type TestNames } from '../../../contract/launches/test-names.ts'
import { errorsText } from '../../client/src/live/error-text.ts'
import type { Attachment, TestEnd, TestStart } from '../../client/src/live/pending-reports.ts'

const fileNameOf = ({ moduleId }: TestModule): string => path.basename(moduleId)

const namesOf = (test: TestCase): TestNames => {
  const ancestors: string[] = []
  for (let parent = test.parent; parent.type === 'suite'; parent = parent.parent) ancestors.unshift(parent.name)
  return jestNames({ ancestors, title: test.name, fileName: fileNameOf(test.module) })
}

/** Returns the names of a file that is an entry itself. */
export const fileNamesOf = (module: TestModule): TestNames => {
  const name = fileNameOf(module)
  return { name, className: name, methodName: name }
}

export const startOf = (test: TestCase, startedAt: number): TestStart => {
  // Vitest 3 has no tags.
  const { tags = [] } = test as Partial<TestCase>
  return {
    ...namesOf(test),
    key: test.id,
    startedAt,
    labels: test.project.name === '' ? [] : [{ key: 'project', value: test.project.name }],
    groups: tags,
  }
}

interface Attempt extends TestEnd {
  startedAt: number
}

/** Returns the attempts of a test that has ended, oldest first. */
export const attemptsOf = (test: TestCase): Attempt[] => {
  const { state, errors } = test.result()
  const { startTime = Date.now(), duration = 0 } = test.diagnostic() ?? {}
  // Vitest 3 and 4 leave the failures of earlier attempts at the test that has passed.
  const unnumbered =
    state === 'passed' ? (errors ?? []).map((error) => ({ errors: [error], startTime, duration: 0 })) : []
  const all = (test as Partial<TestCase>).attempts?.()
  const earlier = all === undefined ? unnumbered : all.slice(0, -1).filter((attempt) => attempt.state === 'failed')
  const last = all?.at(-1)
  const lastErrors = last?.errors?.length ? last.errors : errors
  return [
    ...earlier.map((attempt) => ({
      startedAt: attempt.startTime,
      endedAt: attempt.startTime + attempt.duration,
      result: 'FAILED' as const,
      reason: errorsText(attempt.errors),
    })),
    {
      startedAt: last?.startTime ?? startTime,
      endedAt: last ? last.startTime + last.duration : startTime + duration,
      result:
        state === 'passed' ? 'PASSED' : state === 'failed' ? 'FAILED' : state === 'skipped' ? 'SKIPPED' : 'ABORTED',
      reason: state === 'failed' ? errorsText(lastErrors) : state === 'skipped' ? noteOf(test) : null,
      attachments: attachmentsOf(test),
    },
  ]
}

const noteOf = (test: TestCase): string | null => (test.result() as { note?: string }).note ?? null

/** Returns the files of annotations and artifacts, as screenshots of the browser mode. */
const attachmentsOf = (test: TestCase): Attachment[] => {
  const { annotations, artifacts } = test as Partial<TestCase>
  const ofAnnotations = (annotations?.call(test) ?? []).flatMap(({ message, attachment }) =>
    attachment ? [{ ...attachment, name: message }] : [],
  )
  const ofArtifacts = (artifacts?.call(test) ?? []).flatMap((artifact) =>
    artifact.type === 'internal:annotation' ? [] : (artifact.attachments ?? []),
  )
  return [...ofAnnotations, ...ofArtifacts].flatMap(({ body, bodyEncoding, ...file }): Attachment[] => {
    if (file.path !== undefined) return /^https?:/.test(file.path) ? [] : [file]
    if (body === undefined) return []
    const encoding = bodyEncoding === 'utf-8' ? 'utf8' : 'base64'
    return [{ ...file, body: typeof body === 'string' ? Buffer.from(body, encoding) : body }]
  })
}
