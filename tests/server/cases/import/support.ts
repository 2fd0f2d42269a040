import {
  checkCaseImport,
  IMPORTS_PATH,
  runCaseImport,
  SentImport,
  type CaseImport,
  type ColumnTarget,
  type ImportCheck,
  type ImportMapping,
  type ImportOutcome,
} from '../../../../contract/cases/import.ts'
import { pathOf } from '../../../../contract/call.ts'
import { listTestCases, type TestCase } from '../../../../contract/cases/cases.ts'
import { listTestCaseFields } from '../../../../contract/settings/test-case-fields.ts'
import { ask, send, type Received, type TestApp } from '../../support/app.ts'
import type { TestUser } from '../../support/people.ts'
import { aRepository } from '../support.ts'

export const form = (content: string | Uint8Array<ArrayBuffer>, name: string): FormData => {
  const data = new FormData()
  data.append('file', new Blob([content]), name)
  return data
}

/** A repository with the calls that import into it. */
export const anImporter = async (app: TestApp, user: TestUser) => {
  const repository = await aRepository(app, user)
  return { ...repository, ...importing(app, user, repository) }
}

export const importing = (
  app: TestApp,
  { token }: Pick<TestUser, 'token'>,
  repository: Awaited<ReturnType<typeof aRepository>>,
) => {
  const { projectKey, params } = repository
  const upload = (content: string | Uint8Array<ArrayBuffer>, name: string): Promise<Received> =>
    send(app, pathOf(IMPORTS_PATH, params), { method: 'POST', token, body: form(content, name) })
  const given = async (content: string | Uint8Array<ArrayBuffer>, name = 'cases.csv'): Promise<CaseImport> => {
    const { status, body } = await upload(content, name)
    if (status !== 201) throw new Error(`the file was answered with ${status}: ${JSON.stringify(body)}`)
    return SentImport.parse(body).data
  }
  const bodyOf = (file: CaseImport, changes: Partial<ImportMapping>) => ({
    sheet: file.sheet,
    mapping: { ...file.mapping, ...changes },
  })
  const at = ({ id }: CaseImport) => ({ token, params: { projectKey, importId: id } })
  const check = async (file: CaseImport, changes: Partial<ImportMapping> = {}): Promise<ImportCheck> =>
    (await ask(app, checkCaseImport, { ...at(file), body: bodyOf(file, changes) })).data
  /** The lines of the answer, in order. */
  const received = async (file: CaseImport, changes: Partial<ImportMapping> = {}): Promise<unknown[]> => {
    const { params: inImport } = at(file)
    const { status, body } = await send(app, pathOf(runCaseImport.path, inImport), {
      method: 'POST',
      token,
      body: bodyOf(file, changes),
    })
    if (status !== 200) throw new Error(`the import was answered with ${status}: ${JSON.stringify(body)}`)
    if (typeof body !== 'string') return [body]
    return body
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
  }
  const run = async (file: CaseImport, changes: Partial<ImportMapping> = {}): Promise<ImportOutcome> => {
    const last = runCaseImport.answer.parse((await received(file, changes)).at(-1))
    if (!('outcome' in last)) throw new Error(`the import failed: ${JSON.stringify(last)}`)
    return last.outcome
  }
  /** Every case in full, in the order of the repository. */
  const cases = async (): Promise<TestCase[]> => {
    const suites = (await repository.suites()).map(({ id }) => id)
    if (suites.length === 0) return []
    const { items } = await ask(app, listTestCases, { token, params, query: { suite: suites } })
    return Promise.all(items.map(({ id }) => repository.get(id)))
  }
  /** Cases by the path of their suite. */
  const tree = async (): Promise<string[]> => {
    const suites = await repository.suites()
    const pathTo = (id: number | null): string => {
      const suite = suites.find((one) => one.id === id)
      return suite === undefined ? '' : `${pathTo(suite.parentSuiteId)}/${suite.title}`
    }
    return (await cases()).map(({ title, testSuiteId }) => `${pathTo(testSuiteId)}: ${title}`)
  }
  return {
    upload,
    given,
    check,
    received,
    run,
    cases,
    tree,
    /** The guessed targets of a file's columns, by name. */
    guessed: ({ columns, mapping }: CaseImport): Record<string, ColumnTarget> =>
      Object.fromEntries(columns.map(({ name }, i) => [name, mapping.columns[i] ?? null])),
  }
}

/** Texts of steps: action and expected result. */
export const stepsOf = ({ steps }: Pick<TestCase, 'steps'>): [string, string][] =>
  steps.flatMap((step) => (step.kind === 'step' ? [[step.action, step.expectedResult]] : []))

/** The tab for new fields. */
export const firstTab = async (
  app: TestApp,
  { token }: Pick<TestUser, 'token'>,
  { params }: { params: { projectKey: string } },
): Promise<number | null> => (await ask(app, listTestCaseFields, { token, params })).data.tabs[0]?.id ?? null
