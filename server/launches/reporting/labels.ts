import type { TestCaseLink } from '../../../contract/launch-tests.ts'
import type { Label } from '../../../contract/launches.ts'

/** Adds labels; the same pair again changes nothing, and then the very same list comes back. */
export const addLabels = (labels: Label[], added: readonly Label[]): Label[] => {
  const pairOf = ({ key, value }: Label) => JSON.stringify([key, value])
  const known = new Set(labels.map(pairOf))
  const fresh = added.filter((label) => {
    const pair = pairOf(label)
    return !known.has(pair) && known.add(pair)
  })
  return fresh.length === 0 ? labels : [...labels, ...fresh.map(({ key, value }) => ({ key, value }))]
}

interface Reference {
  name: string
  value: string
}
/** Adds links; the same name again takes the newer value. */
export const addReferences = (refs: Reference[], added: readonly Reference[]): Reference[] => {
  const isKnown = added.every(({ name, value }) => refs.some((ref) => ref.name === name && ref.value === value))
  if (isKnown) return refs
  const byName = new Map(refs.map((ref) => [ref.name, ref]))
  for (const { name, value } of added) byName.set(name, { name, value })
  return [...byName.values()]
}

/** Links test cases by system and id; without a status, the one that is there stays. */
export const addTestCases = (
  links: TestCaseLink[],
  added: readonly { tcmType: TestCaseLink['tcmType']; testCaseId: string; resultStatus?: string | null | undefined }[],
): TestCaseLink[] => {
  let all = links
  for (const { tcmType, testCaseId, resultStatus } of added) {
    const known = all.find((link) => link.tcmType === tcmType && link.testCaseId === testCaseId)
    if (!known) all = [...all, { tcmType, testCaseId, resultStatus: resultStatus ?? null }]
    else if (resultStatus !== null && resultStatus !== undefined && resultStatus !== known.resultStatus)
      all = all.map((link) => (link === known ? { ...link, resultStatus } : link))
  }
  return all
}

export const LOCALE_LABEL = 'com.zebrunner.app/sut.locale'
const TCM_LABEL = 'com.zebrunner.app/tcm.'
const CASE_LABELS = new Map<string, TestCaseLink['tcmType']>([
  ['zebrunner.test-case-key', 'ZEBRUNNER'],
  ['testrail.case-id', 'TEST_RAIL'],
  ['xray.test-key', 'XRAY'],
  ['zephyr.test-case-key', 'ZEPHYR'],
])

/** Takes apart what labels say in the older way: the locale, settings and cases of test management, and labels proper (protocol 2.8, 5). */
export const sortLabels = (given: readonly Label[]) => {
  const labels: Label[] = []
  const testCases: { tcmType: TestCaseLink['tcmType']; testCaseId: string }[] = []
  const tcm: Record<string, string> = {}
  let locale: string | null = null
  for (const { key, value } of given) {
    const setting = key.startsWith(TCM_LABEL) ? key.slice(TCM_LABEL.length) : null
    const tcmType = setting === null ? undefined : CASE_LABELS.get(setting)
    if (key === LOCALE_LABEL) locale = value
    else if (tcmType !== undefined && value !== '') testCases.push({ tcmType, testCaseId: value })
    else if (setting !== null) tcm[setting] = value
    else labels.push({ key, value })
  }
  return { labels, testCases, tcm, locale }
}
