import type { Label } from '../../../../contract/launches/launches.ts'
import { cut } from '../../../db/storable.ts'
import type { ProblemFact } from './facts.ts'
import type { ReportedTest } from './reported.ts'

/** Test cases of the project that an import may link: the key of the project, and the numbers of its cases. */
export interface ProjectCases {
  projectKey: string
  numbers: ReadonlySet<number>
}

/** Prefix of the labels by which agents link test cases. */
export const CASE_LABELS = 'com.zebrunner.app/tcm.'
/** Label of a case of the project. */
export const CASE_LABEL = `${CASE_LABELS}zebrunner.test-case-key`

/** Labels by which agents link test cases of other systems, by the properties of pytest and other frameworks that name them. */
const PROPERTIES = new Map([
  ['test_key', `${CASE_LABELS}xray.test-key`],
  ['testrail_case_id', `${CASE_LABELS}testrail.case-id`],
])

/** Links a test to the cases that it names, with the labels of agents. A key of this project without a case is a problem. */
export const linkCases = (
  test: ReportedTest,
  { projectKey, numbers }: ProjectCases,
  report: (problem: Omit<ProblemFact, 'kind'>) => void,
): ReportedTest => {
  const isOwn = (key: string): boolean => OWN_KEY.exec(key)?.[1] === projectKey
  const named = [...keysInName(test.name), ...test.groups.map((group) => group.replace(/^@/, ''))].filter(isOwn)
  const properties = test.labels.flatMap(({ key, value }) => (key === 'case_key' ? [value.replace(/^@/, '')] : []))
  const links = [...new Set([...properties, ...named])].flatMap((value): Label[] => {
    if (!isOwn(value) || numbers.has(Number(value.slice(projectKey.length + 1)))) return [{ key: CASE_LABEL, value }]
    report({
      message: `The test "${cut(test.name, 200)}" names ${value}, which is no test case of this project: it is not linked`,
      group: 'unknown case',
    })
    return []
  })
  const others = test.labels.flatMap(({ key, value }): Label[] => {
    // TestRail's command-line interface names the case this way; other tools name anything.
    const label =
      key === 'test_id' && /^C\d{1,9}$/.test(value) ? PROPERTIES.get('testrail_case_id') : PROPERTIES.get(key)
    return label === undefined ? [] : [{ key: label, value }]
  })
  const added = [...links, ...others]
  return added.length === 0 ? test : { ...test, labels: [...added, ...test.labels] }
}

const OWN_KEY = /^([A-Z][A-Z\d]{1,9})-[1-9]\d{0,8}$/

/** Returns the words in brackets, and those with an at sign: `[SHOP-7, SHOP-8] pays`, `pays @SHOP-7`. */
const keysInName = (name: string): string[] => [
  ...[...name.matchAll(/\[([^[\]]{1,500})\]/g)].flatMap(([, inside = '']) => inside.split(/[\s,;]+/)),
  ...[...name.matchAll(/(?<![\w@.])@([A-Z][A-Z\d]{1,9}-\d{1,9})(?![\w-])/g)].flatMap(([, key = '']) => key),
]
